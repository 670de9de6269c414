package crosscheck

import "slices"

// Own is a finding of cudals's own in the same file.
type Own struct {
	First, Last int // lines, from 1
	Error       bool
	Number      int // 0: it has none
}

// Result tells where both agree.
type Result struct {
	// Agreed counts the own findings that the compiler has too.
	Agreed int
	// Theirs are those that only the compiler has. Ours are the indexes of own findings that it does not have; they are known only where it
	// accepts the file: after an error it does not look for all.
	Theirs []Finding
	Ours   []int
}

// Compare finds for each finding of one side one of the other.
func Compare(own []Own, report *Report) Result {
	var out Result
	found := make([]bool, len(own))
	for _, f := range report.Findings {
		i := slices.IndexFunc(own, func(o Own) bool { return same(o, f) && o.First <= f.Line && f.Line <= o.Last })
		if i < 0 && f.Number != 0 { // it may name another line, such as that of a closing brace
			i = slices.IndexFunc(own, func(o Own) bool { return o.Number == f.Number })
		}
		if i < 0 {
			out.Theirs = append(out.Theirs, f)
			continue
		}
		found[i] = true
	}
	for i, is := range found {
		if is {
			out.Agreed++
		} else if report.Accepted {
			out.Ours = append(out.Ours, i)
		}
	}
	return out
}

// same reports whether both can be about the same: by number where the compiler tells it, else by severity.
func same(o Own, f Finding) bool {
	if f.Number != 0 {
		return o.Number == f.Number
	}
	return o.Error == f.Error
}
