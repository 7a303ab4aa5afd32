/**
 * A declared action, as a value.
 *
 * Calling it checks the arguments and keeps them; nothing else happens until the prepared action is verified and committed
 * (spec 02 §5).
 */

import { stepOfDeclaration } from '../../compiler/diagnostics/catalogue/actions.ts'
import type { CallContext, Callable, Labels, MemberHolder } from '../execution/callable.ts'
import { cleanedDocstring } from '../execution/docstring.ts'
import type { AuditSubject } from '../execution/gate.ts'
import { ensureHeadroom } from '../execution/headroom.ts'
import { checkArgumentTypes, checkArity } from '../execution/signature.ts'
import { SenseError } from '../values/sense-error.ts'
import type { Value } from '../values/value.ts'
import type { DeclaredAction } from './action-definition.ts'
import { PreparedAction } from './prepared-action.ts'

export class ActionDeclaration implements Callable, MemberHolder {
  readonly typeName = 'Action'
  readonly memberNames: readonly string[] = ['name', 'kind', 'doc']
  readonly name: string
  readonly subject: AuditSubject
  readonly #declared: DeclaredAction

  constructor(declared: DeclaredAction) {
    const { signature, kind } = declared.definition
    this.name = signature.name
    this.subject = { kind: `${kind} action`, name: this.name }
    this.#declared = declared
  }

  textForm(): string {
    return `<${this.#declared.definition.kind} action ${this.name}>`
  }

  readMember(member: string, { site }: CallContext): Value | undefined {
    const { kind, doc } = this.#declared.definition
    switch (member) {
      case 'name':
        return this.name
      case 'kind':
        return kind
      case 'doc':
        return doc === undefined ? null : cleanedDocstring(doc)
      case 'state':
      case 'approved':
        throw new SenseError(stepOfDeclaration(this.name, kind, member), site)
      case 'verify':
      case 'approve':
      case 'commit':
      case 'rollback':
        throw new SenseError(stepOfDeclaration(this.name, kind, `${member}()`), site)
      default:
        return undefined
    }
  }

  call({ run, scope, site }: CallContext, args: readonly Value[], labels: Labels): Value {
    const { definition } = this.#declared
    ensureHeadroom()
    checkArity(definition.signature, args, labels, site)
    checkArgumentTypes(definition.signature, args, site)
    run.gate.record({ subject: this.subject, event: 'prepared', scope, site, capability: definition.capability })
    return new PreparedAction(this.#declared, this.subject, [...args])
  }
}
