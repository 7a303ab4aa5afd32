/**
 * `npm run docs:api`: writes `docs/api/README.md`, the reference of the library, from the docstrings behind `src/index.ts`.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'

const root = join(import.meta.dirname, '..')
export const apiPage = join(root, 'docs/api/README.md')

const introduction = `What \`import { ... } from 'sense-lang'\` gives, made of the docstrings by \`npm run docs:api\`. [Sense in a TypeScript
program](../guide/embedding.md) shows how it is used.`

const options = {
  name: 'The library',
  entryPoints: [join(root, 'src/index.ts')],
  tsconfig: join(root, 'tsconfig.build.json'),
  // `npm run types` checks them; here that would take most of the time.
  skipErrorChecking: true,
  plugin: ['typedoc-plugin-markdown'],
  outputFileStrategy: 'modules',
  readme: 'none',
  logLevel: 'Warn',
  // A link to a line would be another one after each change of the file.
  disableSources: true,
  groupOrder: ['Functions', 'Interfaces', 'Type Aliases'],
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  useCodeBlocks: true,
}

/** The text of the reference. */
export async function apiText() {
  const out = mkdtempSync(join(tmpdir(), 'sense-api-'))
  try {
    const application = await Application.bootstrapWithPlugins({ ...options, out })
    const project = await application.convert()
    if (project === undefined) throw new Error('typedoc cannot read src/index.ts')
    await application.generateOutputs(project)
    return readFileSync(join(out, 'README.md'), 'utf8').replace('\n', `\n\n${introduction}\n`)
  } finally {
    rmSync(out, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await apiText()
  writeFileSync(apiPage, text)
  console.log(`docs/api/README.md: ${text.split('\n').length} lines`)
}
