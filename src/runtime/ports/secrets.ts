/**
 * The secrets of a run: keys and tokens that were read from the environment.
 *
 * Whoever reads one registers it before it is used; whoever lets text out (a report, the audit log, a trace, a message to
 * a model) replaces what is registered. So a secret that a server or a provider echoes goes no further.
 */
export interface SecretsPort {
  /** Registers the value of the environment variable `name`. Values that are no more than a word are left out. */
  add(name: string, value: string): void
  /** The text with each secret in it, also as JSON and URLs write it, replaced by `[secret NAME]`. */
  replacedIn(text: string): string
}
