package workspace

import (
	"context"
	"path/filepath"

	"cudals/analysis/toolchain"
)

// innermost is the innermost of folders that a file is in, "" for none.
func innermost(folders []string, file string) string {
	in := ""
	for _, folder := range folders {
		if rel, err := filepath.Rel(folder, file); err == nil && filepath.IsLocal(rel) && len(folder) > len(in) {
			in = folder
		}
	}
	return in
}

// resolvers find the commands of files, each by the settings of the folder of the workspace that it is in.
type resolvers struct {
	folders []string
	own     map[string]*toolchain.Resolver // of the folders that have settings of their own
	rest    *toolchain.Resolver
}

func newResolvers(m *toolchain.Machine, config Config) *resolvers {
	return (&resolvers{rest: toolchain.NewResolver(m, config.compile(config.Compile))}).next(config)
}

// next are the resolvers for when the configuration or a file of it changed; see toolchain.Resolver.Next.
func (r *resolvers) next(config Config) *resolvers {
	n := &resolvers{folders: config.Folders, own: map[string]*toolchain.Resolver{}, rest: r.rest.Next(config.compile(config.Compile))}
	for folder, c := range config.Own {
		n.own[folder] = r.of(filepath.Join(folder, toolchain.ProjectName)).Next(config.compile(c.Compile))
	}
	return n
}

// compile is how files are compiled by settings for all or for one folder.
func (c Config) compile(settings toolchain.Settings) toolchain.Settings {
	settings.Folders = c.Folders
	return settings
}

func (r *resolvers) of(file string) *toolchain.Resolver {
	if own := r.own[innermost(r.folders, file)]; own != nil {
		return own
	}
	return r.rest
}

// command, infer, project and database are those of the file's own resolver.

func (r *resolvers) command(file, includer string) *toolchain.Command {
	return r.of(file).Command(file, includer)
}

func (r *resolvers) infer(ctx context.Context, c *toolchain.Command) *toolchain.Command {
	return r.of(c.File).Infer(ctx, c)
}

func (r *resolvers) project(file string) (*toolchain.Project, error) { return r.of(file).Project(file) }

func (r *resolvers) database(file string) (*toolchain.Database, error) {
	return r.of(file).Database(file)
}

// lookedFor is that of all resolvers.
func (r *resolvers) lookedFor() []string {
	files := r.rest.LookedFor()
	for _, own := range r.own {
		files = append(files, own.LookedFor()...)
	}
	return files
}
