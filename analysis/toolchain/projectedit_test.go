package toolchain

import "testing"

func TestAddFlag(t *testing.T) {
	const path = "/p/.cudals.yaml"
	for _, tt := range []struct{ name, text, flag, want string }{
		{"empty", "", "-Iinclude", "flags:\n  add: [-Iinclude]\n"},
		{"comments alone", "# ours", "-Iinclude", "# ours\nflags:\n  add: [-Iinclude]\n"},
		{"no flags", "exclude: [x]\n", "-Iinclude", "exclude: [x]\nflags:\n  add: [-Iinclude]\n"},
		{"flow", "flags:\n  add: [-DX] # why\n\nexclude: []\n", "-Iinclude", "flags:\n  add: [-Iinclude, -DX] # why\n\nexclude: []\n"},
		{"empty flow", "flags:\n  add: []\n", "-Iinclude", "flags:\n  add: [-Iinclude]\n"},
		{"block", "flags:\n  add:\n    - -DX\n    - -DY\n", "-Iinclude", "flags:\n  add:\n    - -Iinclude\n    - -DX\n    - -DY\n"},
		{"block without indentation", "flags:\n  add:\n  - -DX\n", "-Iinclude", "flags:\n  add:\n  - -Iinclude\n  - -DX\n"},
		{"no add", "flags:\n    # none\n    remove: [-g]\n", "-Iinclude", "flags:\n    # none\n    add: [-Iinclude]\n    remove: [-g]\n"},
		{"flags in flow", "flags: {remove: [-g]}\n", "-Iinclude", "flags: {add: [-Iinclude], remove: [-g]}\n"},
		{"to be quoted", "", "-Ia, b: #c", "flags:\n  add: ['-Ia, b: #c']\n"},
		{"CRLF", "flags:\r\n  add:\r\n    - -DX\r\n", "-Iinclude", "flags:\r\n  add:\r\n    - -Iinclude\n    - -DX\r\n"},
		{"there already", "flags: {add: [-Iinclude]}\n", "-Iinclude", ""},
		{"no project", "flag: {}\n", "-Iinclude", ""},
		{"null", "flags:\n", "-Iinclude", ""},
		{"alias", "flags:\n  remove: &f [-g]\n  add: *f\n", "-Iinclude", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at, insert, err := AddFlag(path, []byte(tt.text), tt.flag)
			if err != nil {
				if tt.want != "" {
					t.Error(err)
				}
				return
			}
			if got := tt.text[:at] + insert + tt.text[at:]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
