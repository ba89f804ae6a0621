package terms

// The kinds of the documents of the language.
const (
	KindApplication         = "Application"
	KindFluxApplication     = "FluxApplication"
	KindFluxApplicationBase = "FluxApplicationBase"
	KindRenderConfig        = "RenderConfig"
)
