/** Where a `$ref` leads: only places in the same schema are looked for. */

import type { Json, JsonObject } from '../../runtime/ports/json.ts'

/** The schema that `reference` means, or undefined if it is not in `root`. */
export function schemaAt(root: JsonObject, reference: string): Json | undefined {
  const { $id } = root
  const local = typeof $id === 'string' && reference.startsWith(`${$id}#`) ? reference.slice($id.length) : reference
  if (local === '#') return root
  if (!local.startsWith('#/')) return undefined
  let place: Json | undefined = root
  for (const step of local.slice(2).split('/')) {
    if (typeof place !== 'object' || place === null) return undefined
    const name = unescaped(step)
    place = Object.hasOwn(place, name) ? childOf(place, name) : undefined
  }
  return place
}

/** An index into a list is a name, too. */
function childOf(place: JsonObject | readonly Json[], name: string): Json | undefined {
  const value: unknown = Reflect.get(place, name)
  return value as Json | undefined
}

/** A step as JSON pointers write it, in a URL. */
function unescaped(step: string): string {
  let text = step
  try {
    text = decodeURIComponent(step)
  } catch {
    // A lone per cent sign stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}
