// Package textures holds the rules about textures and surfaces.
package textures
