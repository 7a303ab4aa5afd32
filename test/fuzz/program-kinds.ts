/** What the generator believes of the names of the program that it writes. It may be wrong, and sometimes means to be. */

export type Kind =
  | 'int'
  | 'float'
  | 'string'
  | 'bool'
  | 'nil'
  | 'ints'
  | 'functions'
  | 'record'
  | 'any'
  | 'model'
  | 'answer'
  | 'memory'
  | 'agent'
  | 'future'
  | 'action'
  | Signature

/** Something that can be called. */
export interface Signature {
  readonly is: 'function' | 'tool' | 'async-tool' | 'action-declaration'
  readonly parameters: readonly Kind[]
  readonly result: Kind
  /** For an action: whether it has a rollback block. */
  readonly isReversible?: boolean
}

export function isSignature(kind: Kind): kind is Signature {
  return typeof kind === 'object'
}

/** The annotation that fits a kind. */
export function annotationOf(kind: Kind): string {
  if (isSignature(kind)) return 'Any'
  const known: Partial<Record<string, string>> = {
    int: 'Int',
    float: 'Float',
    string: 'String',
    bool: 'Bool',
    nil: 'Nil',
    ints: 'Array<Int>',
    functions: 'Array<Function>',
    record: 'Record',
    model: 'Model',
    answer: 'answer<String>',
    memory: 'Memory',
    agent: 'Agent',
    future: 'Future',
    action: 'Action',
  }
  return known[kind] ?? 'Any'
}

/** A scope as the generator sees it: what it believes each name to be. */
export class Names {
  readonly parent: Names | undefined
  readonly kinds = new Map<string, Kind>()

  constructor(parent: Names | undefined) {
    this.parent = parent
  }

  kindOf(name: string): Kind | undefined {
    return this.kinds.get(name) ?? this.parent?.kindOf(name)
  }

  /** The one rule, as far as the text alone can tell. */
  assign(name: string, kind: Kind): void {
    if (this.kinds.has(name) || this.parent?.kindOf(name) === undefined) this.kinds.set(name, kind)
    else this.parent.assign(name, kind)
  }

  /** All names that can be seen, with what they are believed to be. */
  all(): ReadonlyMap<string, Kind> {
    return new Map([...(this.parent?.all() ?? []), ...this.kinds])
  }
}
