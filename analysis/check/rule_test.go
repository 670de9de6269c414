package check

import "testing"

func TestSelector(t *testing.T) {
	t.Parallel()
	refused := &Diagnostic{Rule: "h-d-illegal-call", Tag: "h_d_illegal_call", Number: 20016}
	pedantic := &Diagnostic{Rule: "device-var-constexpr", Tag: "device-var-constexpr", Group: Pedantic}
	cases := []struct {
		name                       string
		selected, enabled, ignored []string
		d                          *Diagnostic
		chooses, enables           bool
	}{
		{"nothing said", nil, nil, nil, refused, true, false},
		{"a group enabled", nil, []string{"pedantic"}, nil, pedantic, true, true},
		{"a rule enabled", nil, []string{"device-var-constexpr"}, nil, pedantic, true, true},
		{"a group selected", []string{"pedantic"}, nil, nil, pedantic, true, true},
		{"another group selected", []string{"pedantic"}, nil, nil, refused, false, false},
		{"a group ignored", nil, nil, []string{"default"}, refused, false, false},
		{"selected and ignored", []string{"20016, 20017"}, nil, []string{"h_d_illegal_call"}, refused, false, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := NewSelector(c.selected, c.enabled, c.ignored)
			if got := s.Chooses(c.d); got != c.chooses {
				t.Errorf("Chooses is %v", got)
			}
			if got := s.Enables(c.d); got != c.enables {
				t.Errorf("Enables is %v", got)
			}
		})
	}
}
