// Package variables holds the rules about uses of variables on the side where they do not live.
package variables
