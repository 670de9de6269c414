package textures

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// textureOperator makes the check of a rule about an operator on textures and surfaces in device code. One rule speaks of
// operands that are names of variables, another of all the others.
func textureOperator(kind sema.ConstructKind, named bool, word func(name string) (what, advice string)) func(*check.Pass) {
	return func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if v, ok := c.Entity.(*sema.Var); ok == named {
				name := ""
				if ok {
					name = v.EntityName()
				}
				what, advice := word(name)
				p.Report(kit.InBody(p, c, what, advice))
			}
		}, kind)
	}
}

// textureFate ends the documentation of the rules about operators on textures.
const (
	noObject   = `A texture or surface is no object in memory for device code, but a name for a slot of the hardware. The compiler refuses the program.`
	useTexture = `Use the texture itself. Texture objects (~cudaTextureObject_t~, ~cudaSurfaceObject_t~), which are plain values, can be passed,
stored and pointed to.`
)

// passByValue is what to do instead of pointing to a texture.
const passByValue = "use the texture itself, or pass a texture object by value"

func takesTextureAddress(name string) (what, advice string) {
	if name == "" {
		name = "a texture or surface"
	}
	return fmt.Sprintf("the address of %s is taken", name), passByValue
}

func readsThroughPointer(name string) (what, advice string) {
	if name != "" {
		name = " " + name
	}
	return fmt.Sprintf("a texture or surface is read through the pointer%s", name), passByValue
}

func bindsTexture(*spaces.BodyConstruct) (what, advice string) {
	return "a reference is bound to a texture or surface", "pass it by value"
}
