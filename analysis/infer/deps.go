package infer

// dependencies are the folders in which what a project depends on has its headers on this machine.
func dependencies(disk Disk, root string) []string { return nil }
