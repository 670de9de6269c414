// A header that a build makes stands here, whose definitions are taken from the build files.
