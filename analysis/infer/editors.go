package infer

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// editorFiles are those in which editors keep what a person told of a folder.
var editorFiles = []string{filepath.Join(".vscode", "settings.json"), filepath.Join(".vscode", "c_cpp_properties.json")}

// IsEditorFile reports whether a file tells by its name what EditorDatabases reads.
func IsEditorFile(path string) bool {
	return slices.Contains(editorFiles, filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)))
}

// editorSettings are those of VS Code's that name databases, of the extensions that most people read C++ with.
type editorSettings struct {
	Named  oneOrMore `json:"C_Cpp.default.compileCommands"`
	Clangd oneOrMore `json:"clangd.arguments"`
	Copied string    `json:"cmake.copyCompileCommands"`
	Built  string    `json:"cmake.buildDirectory"`

	Configurations []struct {
		Named oneOrMore `json:"compileCommands"`
	}
}

// EditorDatabases are the databases that an editor was told of in a folder, files or the folders that hold them, which may not be there,
// and files, those in which it would be told. What holds a variable that cannot be told is left out.
func EditorDatabases(disk Disk, dir string) (databases, files []string) {
	for _, name := range editorFiles {
		path := filepath.Join(dir, name)
		files = append(files, path)
		text, err := disk.ReadFile(path, maxPresets)
		if err != nil {
			continue
		}
		var s editorSettings
		if json.Unmarshal(plainJSON(text), &s) != nil {
			continue
		}
		named := slices.Concat(clangdFolders(s.Clangd), s.Named)
		for _, c := range s.Configurations {
			named = append(named, c.Named...)
		}
		for _, one := range append(named, s.Copied, s.Built) {
			one = expand(editorMacro, one, func(m []string) string { return editorValue(disk, dir, m[1]) })
			if one == "" || len(databases) >= maxBuildFolders {
				continue
			}
			if one = filepath.FromSlash(one); !filepath.IsAbs(one) {
				one = filepath.Join(dir, one)
			}
			databases = append(databases, filepath.Clean(one))
		}
	}
	return databases, files
}

// clangdFolders are those of its arguments that name a folder with a database.
func clangdFolders(arguments []string) (folders []string) {
	for i, argument := range arguments {
		name, folder, given := strings.Cut(argument, "=")
		if name != "--compile-commands-dir" && name != "-compile-commands-dir" {
			continue
		}
		if !given && i+1 < len(arguments) {
			folder = arguments[i+1]
		}
		folders = append(folders, folder)
	}
	return folders
}

var editorMacro = regexp.MustCompile(`\$\{([^}]*)\}`)

// editorValue is what stands for a variable of VS Code's and its CMake extension's, "" where that cannot be told.
func editorValue(disk Disk, dir, name string) string {
	switch name {
	case "workspaceFolder", "workspaceRoot", "sourceDirectory", "sourceDir":
		return dir
	case "workspaceFolderBasename", "workspaceRootFolderName":
		return filepath.Base(dir)
	case "userHome":
		return disk.Getenv("HOME")
	case "/", "pathSeparator":
		return string(filepath.Separator)
	}
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		return disk.Getenv(env)
	}
	return ""
}

// plainJSON is a text without the comments and the commas before closing brackets that editors allow. Parsers that know these go as deep as the
// text says, on the stack; encoding/json does not.
func plainJSON(text []byte) []byte {
	text = slices.Clone(text)
	comma := -1 // behind which nothing stood yet
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for comma = -1; i+1 < len(text) && text[i+1] != '"'; i++ {
				if text[i+1] == '\\' {
					i++
				}
			}
			i++
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			end := "\n"
			if text[i+1] == '*' {
				end = "*/"
			}
			n := len(text)
			if at := bytes.Index(text[i+2:], []byte(end)); at >= 0 {
				n = i + 2 + at + len(end)
			}
			for ; i < n; i++ {
				text[i] = ' '
			}
			i--
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			text[comma] = ' '
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return text
}
