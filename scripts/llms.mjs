/**
 * `npm run docs:llms`: writes `llms.txt` and `llms-full.txt`, the documentation for models.
 *
 * `llms.txt` is `docs/for-models.md` and what `docs/README.md` links to; `llms-full.txt` is the text of these pages, one after
 * another. Both are made of pages that people read and tests run, so that there is one text of everything.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '..')
const summary = `> Sense is an indentation-based language for AI automations, compiled to JavaScript: models, tools with capabilities, MCP
> servers, a policy, actions that are approved and rolled back, agents, memories, and an audit log are part of the language.`

const read = (path) => readFileSync(join(root, path), 'utf8')

/** The texts of both files, by their names. */
export function llmsTexts() {
  const { title, sections, pages } = contents()
  const forModels = read('docs/for-models.md')
  const full = pages.map((path) => `<!-- ${path} -->\n\n${plain(read(path))}`)
  return {
    'llms.txt': `# ${title}\n\n${summary}\n\nAll pages in one file: [llms-full.txt](llms-full.txt)\n\n${below(forModels)}\n${sections}`,
    'llms-full.txt': `# ${title}\n\n${summary}\n\n${[plain(forModels), ...full].join('\n')}`,
  }
}

/** What `docs/README.md` lists: its sections as lists of links, and the pages that they lead to, each once. */
function contents() {
  const page = read('docs/README.md')
  const [, title = ''] = /^# ([^:\n]+)/.exec(page) ?? []
  const pages = new Set()
  const sections = page.split(/^(?=## )/m).slice(1)
  const lists = sections.map((section) => {
    const [heading] = section.split('\n', 1)
    // Groups: the text of a link, its target, and in a table the cell behind it.
    const links = [...section.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)(?: \|([^|\n]*)\|$)?/gm)].map(
      ([, text, target, note]) => {
        const path = normalize(join('docs', target))
        if (!isForUsers(path)) return ''
        // The reference is for looking things up.
        if (path.endsWith('.md') && !path.startsWith('docs/api/')) pages.add(path)
        const about = note === undefined ? '' : `: ${withoutLinks(note).trim()}`
        return `- [${text.replaceAll(/\s+/g, ' ')}](${path})${about}`
      },
    )
    return `${heading}\n\n${links.filter((link) => link !== '').join('\n')}\n`
  })
  return { title, sections: lists.join('\n'), pages: [...pages] }
}

/** Not how Sense is made, and not what these files begin with or are. */
function isForUsers(path) {
  return !/^(docs\/decisions|docs\/for-models|llms)/.test(path)
}

/** A page as part of a larger text: without links, which lead nowhere there, and with marks of tests left out. */
function plain(page) {
  return page
    .split(/(^ *```.*?^ *```$)/ms)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^( *```\w+) shown$/m, '$1') : withoutLinks(part)))
    .join('')
    .replaceAll(/^Next: .*\n(?:.+\n)*/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()
    .concat('\n')
}

function withoutLinks(text) {
  return text.replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
}

/** A page one level down, without its title, whose place the file's own takes. */
function below(page) {
  return plain(page).replace(/^# .*\n\n/, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(llmsTexts())) {
    writeFileSync(join(root, name), text)
    console.log(`${name}: ${text.length} characters`)
  }
}
