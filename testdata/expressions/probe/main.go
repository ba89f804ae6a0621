// Command probe prints what the library of CEL that it is built with takes in the environment of Flux: its functions,
// and the names of the expressions of probes.txt, which it reads from stdin, that can be compiled.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"
)

func main() {
	// as NewExpression of fluxcd/pkg/runtime/cel, which has been the same in each Flux
	env, err := cel.NewEnv(cel.HomogeneousAggregateLiterals(), cel.EagerlyValidateDeclarations(true),
		cel.DefaultUTCTimeZone(true), cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), ext.Strings(),
		ext.Sets(), ext.Encoders(), cel.Variable("x", cel.ObjectType("google.protobuf.Struct")))
	if err != nil {
		panic(err)
	}
	probes, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.Join(slices.Concat(functions(env), taken(env, string(probes))), "\n"))
}

// functions returns the name of each function, a space, and the name of each of its forms.
func functions(env *cel.Env) (all []string) {
	for name, f := range env.Functions() {
		for _, form := range f.OverloadDecls() {
			all = append(all, "function "+name+" "+form.ID())
		}
	}
	slices.Sort(all)
	return all
}

func taken(env *cel.Env, probes string) (all []string) {
	for line := range strings.Lines(probes) {
		name, expression, isProbe := strings.Cut(line, " | ")
		parsed, issues := env.Compile(expression)
		if !isProbe || issues != nil || line[0] == '#' {
			continue
		}
		if _, err := env.Program(parsed, cel.EvalOptions(cel.OptOptimize)); err == nil {
			all = append(all, "syntax "+name)
		}
	}
	return all
}
