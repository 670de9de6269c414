package engine_test

import (
	"iter"
	"math/rand/v2"
	"strings"
)

// slip is text with one slip: a token too few or twice, a star or an ampersand for another, a body or the rest gone.
func slip(r *rand.Rand, text string) string {
	words := split(text)
	if len(words) == 0 {
		return text
	}
	at := r.IntN(len(words))
	switch r.IntN(8) {
	case 0:
		words = words[:at]
	case 1, 2:
		words[at] = ""
	case 3:
		words[at] += " " + words[at]
	case 4: // the next star or ampersand goes, or becomes the other one
		for i := range words {
			w := &words[(at+i)%len(words)]
			if *w == "*" || *w == "&" {
				*w = []string{"", "*", "&", "&&"}[r.IntN(4)]
				break
			}
		}
	case 5: // a body goes
		depth := 0
		for i := at; i < len(words); i++ {
			if words[i] == "{" {
				depth++
			}
			if words[i] == "}" && depth > 0 {
				if depth--; depth == 0 {
					words[i] = ""
					break
				}
			}
			if depth > 0 {
				words[i] = ""
			}
		}
	case 6: // a bracket that is not closed
		for i := range words {
			w := &words[(at+i)%len(words)]
			if *w == ")" || *w == "}" || *w == ";" || *w == ">" {
				*w = ""
				break
			}
		}
	case 7: // two names change places
		other := r.IntN(len(words))
		if isName(words[at]) && isName(words[other]) {
			words[at], words[other] = words[other], words[at]
		}
	}
	return strings.Join(words, "")
}

// split cuts a text into words, blanks, and single characters.
func split(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		j := i + 1
		switch {
		case isNameByte(text[i]):
			for j < len(text) && isNameByte(text[j]) {
				j++
			}
		case text[i] == ' ':
			for j < len(text) && text[j] == ' ' {
				j++
			}
		}
		out = append(out, text[i:j])
		i = j
	}
	return out
}

func isName(w string) bool { return w != "" && isNameByte(w[0]) }

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// everySlip yields all texts that lead up to a text, word by word, and the text without each of its words, but for those of comments.
func everySlip(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		at, comment := 0, false
		for _, w := range split(text) {
			comment = w != "\n" && (comment || strings.HasPrefix(text[at:], "//"))
			if !comment && strings.TrimSpace(w) != "" && (!yield(text[:at]) || !yield(text[:at]+text[at+len(w):])) {
				return
			}
			at += len(w)
		}
	}
}
