/** The capabilities that parts of the language require themselves (spec 02 §4); all others are named by programs. */

/** Asking a model, by what its provider is called in a capability. */
export const modelCapabilities = {
  anthropic: 'model.anthropic',
  openai: 'model.openai',
  openaiCompatible: 'model.openai_compatible',
  ollama: 'model.ollama',
} as const

/** What functions of the own modules require. */
export const ownModuleCapabilities = {
  readFiles: 'files.read',
  writeFiles: 'files.write',
  readEnvironment: 'env.read',
} as const

/** Other ways out of a program. */
export const outwardCapabilities = {
  importPython: 'python.import',
  importJavaScript: 'js.import',
  connectServer: 'mcp.connect',
  persistMemory: 'memory.persist',
} as const

export const languageCapabilities: readonly string[] = [
  ...Object.values(modelCapabilities),
  ...Object.values(ownModuleCapabilities),
  ...Object.values(outwardCapabilities),
]
