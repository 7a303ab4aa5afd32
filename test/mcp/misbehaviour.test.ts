/**
 * Every way in which a server may misbehave, and what a Sense program sees of it.
 *
 * Each row is a mode of the fixture server: its name, what the server does, and what the program must see. The program
 * connects, lets a model call the tool `good` twice, and prints what the model was told and the audit log. Only the first
 * call goes wrong, so unless a row says otherwise the second one must give its own right answer. What must hold in every
 * mode is in `holdsAlways`.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FIXTURE } from './harness.ts'
import { runInMode } from './mode-run.ts'
import type { ModeOptions, Seen } from './mode-run.ts'

interface Sees {
  /** Why `connect_mcp` fails, with the evidence; the rest then never happens. */
  readonly error?: RegExp
  /** The names of the tools, or how many there are; undefined: `good` alone. */
  readonly tools?: readonly string[] | number
  /** What the model is told of the first call; undefined: `right 1`. */
  readonly first?: string | RegExp
  readonly second?: string | RegExp
  /** The codes of the warnings. */
  readonly warns?: readonly string[]
  /** What the warnings say. */
  readonly says?: RegExp
  /** How often the server is started. */
  readonly starts?: number
  /** What the server got in the end: answers to what it asked. */
  readonly replies?: (replies: readonly unknown[]) => void
  readonly options?: ModeOptions
}

type Row = readonly [mode: string, does: string, sees: Sees]

const right: Sees = {}
const noisy: Sees = { warns: ['mcp-noise'] }
const noTools: Sees = { tools: [], first: /there is no tool/, second: /there is no tool/ }
const refused = (error: RegExp, more: Sees = {}): Sees => ({ error, ...more })
const told = (first: string | RegExp, more: Sees = {}): Sees => ({ first, ...more })
/** The server's own error. */
const fails = (cause: string): Sees => ({
  first: `error: the call of \`srv.good\` failed at the MCP server \`srv\`: ${cause}`,
})
const invalid = (reason: string, more: Sees = {}): Sees => ({ ...fails(`invalid answer: ${reason}`), ...more })
const timeout =
  /^error: the MCP server `srv` did not answer the call of `srv.good` in time: it made no progress for 1 s/
const hangs = (more: Sees = {}): Sees => ({ first: timeout, options: { callSeconds: 1 }, ...more })
const died = (how: string, more: Sees = {}): Sees => ({
  first: `error: the MCP server \`srv\` ${how}; the call of \`srv.good\` was under way and may have taken effect`,
  second: `error: the MCP server \`srv\` ${how}, so \`srv.good\` cannot be called`,
  warns: ['mcp-server-ended'],
  ...more,
})
/** `bad` is repaired and `good` is there. */
const repaired = (says?: RegExp): Sees =>
  says === undefined ? { tools: ['bad', 'good'] } : { tools: ['bad', 'good'], warns: ['mcp-tool-repaired'], says }
const leftOut = (says: RegExp, count = 1): Sees => ({ warns: Array<string>(count).fill('mcp-tool-repaired'), says })
const cut = (says: RegExp, more: Sees = {}): Sees => ({ warns: ['mcp-list-incomplete'], says, ...more })
/** Enough for the fixture to start on a busy machine. */
const short: ModeOptions = { startSeconds: 6 }
const small: ModeOptions = { messageBytesMax: 2_000_000 }
const answered = (...expected: readonly (readonly [id: unknown, outcome: unknown])[]): Sees => ({
  replies: (replies) => {
    expect(replies).toEqual(expected)
  },
})
const pong = {}
const nothingOffered = -32601

const rows: readonly Row[] = [
  ['start.plain', 'does everything right', right],
  [
    'start.exit-early',
    'exits with a message before it has read anything',
    refused(/exited with status 3\nexit status: 3\nreading settings\nfatal: API_TOKEN is not set$/),
  ],
  ['start.exit-zero', 'exits at once without a word', refused(/exited with status 0/)],
  [
    'start.usage',
    'prints its usage on stdout and exits',
    refused(/exited with status 2: it wrote: usage: server/, noisy),
  ],
  ['start.crash', 'is ended by a fault', refused(/was ended by SIGSEGV/)],
  [
    'start.control-characters',
    'writes control characters to stderr and exits',
    refused(/\\u\{1b\}\[2J\\u\{1b\}\[31mred\\u\{7\} \\u\{202e\}evil$/),
  ],
  [
    'start.secret',
    'writes a secret and a setting to stderr and exits',
    refused(/token \[secret API_TOKEN\] in mode production$/),
  ],
  ['start.exit-on-probe', 'exits when asked for its era', { starts: 2 }],
  ['start.abort-on-probe', 'aborts when asked for its era', { starts: 2 }],
  ['start.close-on-probe', 'closes its output when asked for its era, and exits', { starts: 2 }],
  ['start.exit-on-anything', 'exits whatever it is asked', refused(/exited with status 7/, { starts: 2 })],
  [
    'start.silent',
    'never says anything',
    refused(/did not get ready within 6 s: it did not answer the handshake \(`initialize`\)/, { options: short }),
  ],
  ['start.silent-probe', 'says nothing when asked for its era', { options: { startSeconds: 4 } }],
  [
    'start.hang-initialize',
    'never answers the handshake',
    refused(/within 6 s: it did not answer the handshake/, { options: short }),
  ],
  [
    'start.hang-list',
    'never lists its tools',
    refused(/within 6 s: it did not list its tools \(`tools\/list`\)/, { options: short }),
  ],
  [
    'start.exit-in-list',
    'exits when asked for its tools',
    refused(/exited with status 4\nexit status: 4\nout of disk$/),
  ],
  ['start.killed-in-list', 'is killed when asked for its tools', refused(/was ended by SIGKILL/)],
  ['start.close-stdout', 'closes its output and lives on', refused(/it closed its output/)],
  ['start.half-answer-and-exit', 'exits in the middle of an answer', refused(/exited with status 5/, { starts: 2 })],
  [
    'start.unterminated-answer-and-exit',
    'lists its tools without a line break and exits',
    { first: /exited with status 0/, second: /exited with status 0/, warns: ['mcp-server-ended'] },
  ],
  [
    'start.initialize-string',
    'answers the handshake with a string',
    refused(/does not speak MCP: its result is a string instead of an object/),
  ],
  ['start.initialize-null', 'answers the handshake with null', refused(/its result is null instead of an object/)],
  [
    'start.initialize-array',
    'answers the handshake with an array',
    refused(/its result is an array instead of an object/),
  ],
  [
    'start.initialize-empty',
    'answers the handshake with an empty object',
    refused(/its answer names no protocol version/),
  ],
  [
    'start.initialize-number-version',
    'gives its revision as a number',
    refused(/its answer names no protocol version/),
  ],
  [
    'start.initialize-unknown-version',
    'speaks a revision of its own',
    refused(/it speaks the revision 1999-01-01 of the protocol/),
  ],
  [
    'start.initialize-error',
    'answers the handshake with an error',
    refused(/its answer to `initialize` was an error: database is locked \(-32603\)/),
  ],
  ['start.initialize-unknown-method', 'does not know the handshake', refused(/was an error: Method not found/)],
  ['start.initialize-not-json', 'answers the handshake with broken JSON', refused(/it is not JSON/)],
  ['start.initialize-nameless', 'answers the handshake without a number', right],
  ['start.initialize-twice', 'answers the handshake twice', right],
  [
    'start.initialize-wrong-id',
    'answers a handshake that nobody began',
    refused(/did not answer the handshake/, { options: short }),
  ],
  ['start.names-its-version', 'refuses the newest old revision and names an older', right],
  ['start.version-2025-06-18', 'speaks an older revision', right],
  ['start.version-2025-03-26', 'speaks an older revision', right],
  ['start.version-2024-11-05', 'speaks an older revision', right],
  ['start.version-2024-10-07', 'speaks the oldest revision', right],
  ['start.version-alone', 'says nothing of itself but its revision', right],
  ['start.capabilities-null', 'has capabilities of null', right],
  ['start.capabilities-array', 'has an array of capabilities', right],
  ['start.capability-null', 'has a tool capability of null', noTools],
  ['start.no-capability', 'has no tools', noTools],
  ['start.odd-server-info', 'describes itself in the wrong types', right],
  ['start.probe-error-string', 'refuses the question for its era with a string', right],
  ['start.probe-error-deep', 'refuses it with an error nested 100,000 deep', right],
  ['start.probe-result-odd', 'answers it with a string', right],
  ['start.probe-nameless', 'refuses it without a number', right],
  ['start.ping-before-all', 'pings and waits for the answer before it goes on', answered([1, pong])],
  ['start.talks-first', 'tells and asks things before it is asked anything', answered(['early', nothingOffered])],
  [
    'start.echo',
    'sends back what it gets and nothing else',
    refused(/does not speak MCP: it did not answer `initialize`; it sends back what it gets/, {
      ...noisy,
      options: short,
    }),
  ],
  ['start.logs-input', 'logs what it gets on stdout', noisy],
  ['start.echoes-input', 'sends back what it gets, and answers too', noisy],
  ['start.stderr-flood', 'writes 4 MB to stderr first', right],
  ['start.stdout-flood', 'writes 200,000 lines to stdout first', noisy],
  ['start.banner', 'writes a banner and JSON logs to stdout first', { ...noisy, says: /Welcome!/ }],
  [
    'start.noise-for-ever',
    'writes to stdout for ever and answers nothing',
    refused(/does not speak MCP: it did not answer `initialize`; it wrote: working\.\.\./, {
      ...noisy,
      options: short,
    }),
  ],
  [
    'start.asks-for-a-password',
    'asks for a password and waits',
    refused(/does not speak MCP: it did not answer `initialize`; it wrote: Password:/, { options: short }),
  ],
  ['start.slow', 'takes more than a second before it reads', right],

  ['frame.crlf', 'ends lines with CRLF', right],
  ['frame.lone-cr', 'ends lines with CR alone', right],
  ['frame.no-newline', 'never ends a line', right],
  ['frame.bom', 'puts a byte order mark before each message', right],
  ['frame.pretty', 'prints JSON over many lines', right],
  ['frame.pretty-crlf', 'prints JSON over many lines, with tabs and CRLF', right],
  ['frame.batch', 'sends each message as a batch of one', right],
  ['frame.batch-mixed', 'sends batches with notifications and things that are no messages', right],
  ['frame.padded', 'puts blank lines and spaces around messages', right],
  ['frame.content-length', 'frames messages with headers, as editors do', noisy],
  ['frame.events', 'frames messages as server-sent events', noisy],
  ['frame.nul-terminated', 'ends messages with NUL and a line break', right],
  ['frame.nul-instead-of-newline', 'ends messages with NUL', right],
  ['frame.record-separator', 'begins messages with a record separator', right],
  ['frame.utf16', 'writes UTF-16', right],
  ['frame.no-jsonrpc', 'leaves out `jsonrpc`', right],
  ['frame.jsonrpc-number', 'writes `jsonrpc` as a number', right],
  ['frame.jsonrpc-null', 'writes `jsonrpc` as null', right],
  ['frame.ids-as-text', 'gives numbers back as text', right],
  ['frame.ids-as-floats', 'gives numbers back with a decimal point', right],
  ['frame.no-ids', 'answers without numbers', right],
  ['frame.prefix', 'writes a prefix before each message', noisy],
  ['frame.noise-before', 'writes noise before the answer, on the same line', { ...noisy, says: /progress 10%\.\.\.$/ }],
  ['frame.noise-with-brace', 'writes noise with a brace before the answer', noisy],
  ['frame.noise-after', 'writes noise behind the answer', noisy],
  ['frame.noise-around-lines', 'writes lines that begin JSON around the answer', noisy],
  ['frame.glued', 'writes two messages on one line', right],
  ['frame.glued-comma', 'writes two messages on one line, with a comma between', noisy],
  ['frame.bom-mid-stream', 'writes byte order marks in the middle', right],
  ['frame.quoted-copy', 'quotes a wrong answer in a log line before the right one', noisy],
  ['frame.byte-by-byte', 'writes single bytes', told('ríght 🎉 1')],
  ['frame.split-character', 'writes pieces that cut characters', told('é🎉'.repeat(2_000))],
  [
    'frame.unicode-oddities',
    'gives line separators, marks and joiners',
    told('\u2028\u2029\u0085\ufeff\u200b\u{1f468}\u200d\u{1f469}'),
  ],
  ['frame.lone-surrogates', 'gives halves of characters', told('a\ufffdb\ufffdc')],
  ['frame.invalid-utf8', 'writes bytes that are no UTF-8', told('right\ufffd\ufffd 1')],
  ['frame.raw-tab', 'does not escape control characters', told('right\tnow\u0001 1')],
  ['frame.duplicate-keys', 'writes fields twice', right],
  ['frame.proto-keys', 'has fields called __proto__ and constructor', right],
  ['frame.unknown-fields', 'has fields that nobody knows', right],
  ['frame.unknown-field-no-jsonrpc', 'has one, and no `jsonrpc`', right],
  ['frame.method-in-answer', 'repeats the method in the answer', right],
  ['frame.comment', 'writes a comment into JSON', invalid('it is not JSON')],
  ['frame.trailing-comma', 'writes trailing commas', invalid('it is not JSON')],
  ['frame.single-quotes', 'writes single quotes', invalid('it is not JSON')],
  ['frame.not-a-number', 'writes NaN', invalid('it is not JSON')],
  ['frame.id-last-not-json', 'writes undefined, and the number last', invalid('it is not JSON')],
  ['frame.cut-in-text', 'ends the line in the middle of a text', invalid('it is not JSON')],
  ['frame.cut-in-structure', 'ends the line where JSON may go on, and does not', invalid('it is not JSON')],
  ['frame.cut-then-next', 'begins the next message in the middle of the answer', invalid('it is not JSON')],
  ['frame.deep-unknown', 'has an unknown field nested 200,000 deep', right],
  [
    'frame.large',
    'answers with 50 MB',
    told(/^ä{1000}\n\[cut here: 24999000 more characters are missing\]$/, {
      options: { maxResult: 1_000, callSeconds: 30 },
    }),
  ],
  ['frame.many-lines', 'writes 200,000 lines of noise before the answer', noisy],
  ['frame.many-braces', 'writes a line of 200,000 beginnings of JSON', noisy],
  [
    'frame.too-large',
    'answers with more than a message may have',
    invalid('it is larger than the limit for one message', { options: small }),
  ],
  [
    'frame.too-large-pretty',
    'does so over many lines',
    invalid('it is larger than the limit for one message', { options: small, ...noisy }),
  ],
  [
    'frame.too-many-values',
    'answers with 1,500,000 empty arrays',
    invalid('it holds more than 1000000 objects and arrays'),
  ],
  [
    'frame.endless-line',
    'begins an answer that does not end',
    invalid('it is larger than the limit for one message', { options: small }),
  ],
  ['frame.endless-noise', 'writes a line of noise above the limit before the answer', { ...noisy, options: small }],

  ['rpc.result-null', 'gives null', invalid('its result is null instead of an object')],
  ['rpc.result-text', 'gives a string', invalid('its result is a string instead of an object')],
  ['rpc.result-array', 'gives an array', invalid('its result is an array instead of an object')],
  ['rpc.result-number', 'gives a number larger than any', invalid('its result is a number instead of an object')],
  ['rpc.result-true', 'gives true', invalid('its result is a boolean instead of an object')],
  ['rpc.neither', 'gives neither result nor error', invalid('it has neither a result nor an error')],
  ['rpc.both', 'gives both', invalid('it has both a result and an error')],
  ['rpc.both-null', 'gives both as null', invalid('its result is null instead of an object')],
  ['rpc.error-null-too', 'gives a result, and null as the error', right],
  ['rpc.error', 'gives an error', fails('no luck (-32000)')],
  ['rpc.error-text', 'gives an error that is a string', fails('no luck')],
  ['rpc.error-number', 'gives an error that is a number', fails('5')],
  ['rpc.error-array', 'gives an error that is an array', fails('[1,2]')],
  ['rpc.error-true', 'gives an error that is true', fails('true')],
  ['rpc.error-no-code', 'gives an error without a code', fails('no luck')],
  ['rpc.error-code-text', 'gives the code as text', fails('no luck (-7)')],
  ['rpc.error-code-float', 'gives a fraction as the code', fails('no luck')],
  ['rpc.error-code-huge', 'gives a code beyond all numbers', fails('no luck')],
  ['rpc.error-code-null', 'gives null as the code', fails('no luck')],
  ['rpc.error-no-message', 'gives an error without a message', fails('{"code":5} (5)')],
  ['rpc.error-message-object', 'gives an object as the message', fails('{"code":5,"message":{"why":"no luck"}} (5)')],
  [
    'rpc.error-message-huge',
    'gives a message of 5 MB',
    told(/^error: the call of `srv.good` failed at the MCP server `srv`: no luck x{200,300}…$/),
  ],
  [
    'rpc.error-message-control',
    'gives control characters in the message',
    fails('no\\u{1b}[2J\\u{0}\\nluck\\u{202e} (5)'),
  ],
  ['rpc.error-data-text', 'says more in the data of the error', fails('no luck: disk full (5)')],
  ['rpc.error-data-huge', 'gives 5 MB of data with the error', fails('no luck (-1)')],
  ['rpc.error-deep', 'gives an error nested 200,000 deep', fails('JSON nested more than 1000 deep')],
  ['rpc.error-empty', 'gives an empty error', fails('{}')],
  ['rpc.error-nameless', 'gives an error to nobody', fails('Parse error (-32700)')],
  ['rpc.nameless', 'answers nobody', right],
  ['rpc.id-object', 'answers an object', right],
  ['rpc.wrong-id-first', 'answers a number that is not ours first', right],
  ['rpc.next-id-first', 'answers the next number first', right],
  ['rpc.old-id-first', 'answers an old number first', right],
  ['rpc.wrong-id-only', 'answers only a number that is not ours', hangs()],
  ['rpc.twice', 'answers twice', right],
  ['rpc.twice-different', 'answers again with something else, and with an error later', right],
  ['rpc.twice-nameless', 'answers again later, to nobody', right],
  ['rpc.hang', 'does not answer', hangs()],
  ['rpc.late', 'answers when nobody waits any more', hangs()],
  ['rpc.late-as-text', 'does so with the number as text', hangs()],
  ['rpc.late-nameless', 'does so without a number', hangs()],
  ['rpc.late-error', 'does so with an error', hangs()],

  ['list.hundred-pages', 'lists a hundred pages', { tools: 100, first: /no tool/, second: /no tool/ }],
  ['list.same-cursor', 'gives the same cursor for ever', cut(/page 2 repeats tools/)],
  [
    'list.cursor-cycle',
    'gives cursors in a circle',
    cut(/cursor of page 3 was given before/, { tools: ['good', 'two', 'three'] }),
  ],
  [
    'list.endless',
    'lists pages for ever',
    cut(/more than 1000 pages/, { tools: 1_000, first: /no tool/, second: /no tool/, options: { startSeconds: 80 } }),
  ],
  [
    'list.empty-pages',
    'lists empty pages for ever',
    cut(/more than 1000 pages/, { ...noTools, options: { startSeconds: 80 } }),
  ],
  ['list.cursor-null', 'gives null as the last cursor', right],
  ['list.cursor-empty', 'gives an empty cursor', right],
  ['list.cursor-number', 'gives a number as the cursor', cut(/cursor of page 1 is a number/)],
  ['list.cursor-object', 'gives an object as the cursor', cut(/cursor of page 1 is an object/)],
  ['list.cursor-huge', 'gives a cursor of 100,000 characters', cut(/cursor of page 1 is too long/)],
  ['list.page-two-error', 'fails on page two', cut(/a later page failed: page lost/)],
  ['list.page-two-hangs', 'never gives page two', cut(/a later page did not come in time/, { options: short })],
  ['list.page-two-not-json', 'breaks the JSON of page two', cut(/a later page failed: it is not JSON/)],
  ['list.page-one-bad', 'has no tools on page one', cut(/on page 1 `tools` is a string/)],
  [
    'list.page-two-bad',
    'has no tools on page two of three',
    cut(/on page 2 `tools` is a number/, { tools: ['good', 'three'] }),
  ],
  ['list.tools-null', 'lists null', noTools],
  ['list.tools-missing', 'lists nothing', refused(/its answer to `tools\/list` cannot be used: `tools` is missing/)],
  ['list.tools-object', 'lists an object', refused(/`tools` is an object instead of an array/)],
  ['list.tools-text', 'lists a string', refused(/`tools` is a string instead of an array/)],
  [
    'list.error',
    'answers with an error',
    refused(/its answer to `tools\/list` was an error: the index is being built/),
  ],
  ['list.unknown-method', 'does not know `tools/list`', { ...noTools, ...cut(/it has none: Method not found/) }],
  ['list.not-json', 'breaks the JSON', refused(/it is not JSON/, noisy)],
  ['list.ten-thousand', 'lists 10,000 tools', { tools: 10_000, first: /no tool/, second: /no tool/ }],
  [
    'list.eleven-thousand',
    'lists 11,000 tools',
    cut(/more than 10000 tools/, { tools: 10_000, first: /no tool/, second: /no tool/ }),
  ],
  ['list.twins', 'lists a tool three times', { warns: ['mcp-tool-twice'] }],
  ['list.odd-tools', 'lists things that are no tools', leftOut(/it has no name and was left out/, 8)],
  [
    'list.odd-names',
    'gives odd names',
    {
      tools: 10,
      warns: ['mcp-suspect-text', 'mcp-suspect-text'],
      says: /`x\\u\{0\}y\\n` in a way that deceives the eye: its name has characters that cannot be seen/,
    },
  ],
  [
    'list.control-characters',
    'gives names that a terminal would obey',
    { tools: ['\\u{1b}[2J\\u{202e}good', 'good'], warns: ['mcp-suspect-text', 'mcp-tool-twice'] },
  ],
  ['list.name-huge', 'gives a name of 100,000 characters', leftOut(/its name is longer than 1280 characters/)],
  ['list.description-object', 'describes a tool with an object', repaired(/`bad`: its description is an object/)],
  ['list.description-huge', 'describes a tool with 1 MB', repaired(/`bad`: its description has 1000000 characters/)],
  ['list.description-null', 'describes a tool with null', repaired()],
  ['list.annotations-text', 'annotates a tool with a string', repaired(/`bad`: its `annotations` is a string/)],
  ['list.annotations-null', 'annotates a tool with null, and has other odd fields', repaired()],
  [
    'list.output-schema-odd',
    'has odd schemas for results',
    { tools: ['bad', 'worse', 'good'], warns: ['mcp-tool-repaired'] },
  ],
  [
    'list.deep-tool',
    'nests a schema 200,000 deep',
    { ...repaired(/`bad`: its input schema is nested more than 200 deep/), tools: ['good', 'bad'] },
  ],
  ['list.schema-missing', 'has no schema', repaired(/`bad`: its input schema is missing/)],
  ['list.schema-null', 'has null as schema', repaired(/is null; it is taken to accept any object/)],
  ['list.schema-text', 'has a string as schema', repaired(/is a string/)],
  ['list.schema-true', 'has true as schema', repaired(/is a boolean/)],
  ['list.schema-array', 'has an array as schema', repaired(/is an array/)],
  ['list.schema-no-type', 'does not say that arguments are an object', repaired(/does not say `object`/)],
  ['list.schema-array-root', 'wants an array as arguments', leftOut(/is "array", not an object/)],
  ['list.schema-type-list', 'allows arguments of null', repaired(/does not say `object`/)],
  ['list.schema-union-root', 'has a union at the root', repaired(/does not say `object`/)],
  [
    'list.schema-unknown-type',
    'has types that do not exist',
    repaired(/was left out: `type`, which is a string; `type`, which is a number; elements of `type`/),
  ],
  ['list.schema-properties-array', 'has an array of properties', repaired(/`properties`, which is an array/)],
  [
    'list.schema-property-text',
    'has properties that are no schemas',
    repaired(/an element of `properties` that is no schema/),
  ],
  ['list.schema-required-text', 'requires a string', repaired(/`required`, which is a string/)],
  ['list.schema-required-odd', 'requires things that are no names', repaired(/elements of `required`/)],
  [
    'list.schema-odd-keywords',
    'has keywords of wrong types',
    repaired(/`enum`, which is a string; `anyOf`, which is empty; `items`, which is a number; 3 more/),
  ],
  ['list.schema-self-reference', 'refers to the whole schema', repaired()],
  ['list.schema-tree', 'refers to itself, as trees do', repaired()],
  [
    'list.schema-pure-cycle',
    'has references that only lead to each other',
    repaired(/the reference `#\/\$defs\/a`, which leads nowhere/),
  ],
  ['list.schema-dangling', 'has references that lead nowhere', repaired(/`#\/\$defs\/none`, which leads nowhere/)],
  ['list.schema-remote', 'refers to another computer', repaired(/the reference `http:\/\/127/)],
  ['list.schema-root-reference', 'has a reference at the root', repaired()],
  ['list.schema-many-definitions', 'has a schema of more than 1 MB', repaired(/longer than 524288 characters/)],
  ['list.schema-deep', 'nests properties 2,000 deep', repaired(/nested more than 200 deep/)],
  ['list.schema-huge-numbers', 'has limits beyond all numbers', { tools: ['good', 'bad'] }],
  ['list.proto-property', 'has properties called __proto__ and constructor', { tools: ['good', 'bad'] }],
  ['list.changed-at-once', 'says at once that its list has changed', right],

  ['result.empty-object', 'gives an empty result', told('[the result is empty]')],
  ['result.content-empty', 'gives no blocks', told('[the result is empty]')],
  ['result.content-null', 'gives null as content', told('[the result is empty]')],
  ['result.content-text', 'gives a string as content', right],
  ['result.content-object', 'gives one block without an array', right],
  [
    'result.content-number',
    'gives a number as content',
    told('[a part that cannot be shown: a block that is a number]'),
  ],
  ['result.text-blocks', 'cuts a text into blocks', right],
  ['result.text-without-type', 'forgets that text is text', right],
  ['result.text-number', 'gives a number as text', told('42')],
  ['result.text-null', 'gives null as text', told('[a part that cannot be shown: a text block without text]')],
  ['result.text-empty', 'gives an empty text', told('[the result is empty]')],
  [
    'result.blocks-odd',
    'gives blocks that are none',
    told(/a block that is a number\]\n\[.*null\]\nloose\n\[.*an array\]\n\[.*a boolean\]\n\[.*without a type\]$/),
  ],
  [
    'result.unknown-type',
    'gives a block of an unknown type',
    told('[a part that cannot be shown: a block of the unknown type "hologram"]\nright 1'),
  ],
  [
    'result.type-number',
    'gives a number as the type of a block',
    told('[a part that cannot be shown: a block whose type is a number]'),
  ],
  ['result.image', 'gives an image to a model that takes none', told('[image: image/png, 5 bytes]')],
  ['result.image-no-type', 'does not say what kind of image', told('[image: image/png, 8 bytes]')],
  ['result.image-data-url', 'gives an image as an address', told('[image: image/png, 5 bytes]')],
  [
    'result.image-not-base64',
    'gives an image that is none',
    told('[a part that cannot be shown: an image block whose data is not base64]'),
  ],
  [
    'result.image-no-data',
    'gives an image without data',
    told('[a part that cannot be shown: an image block whose data is not base64]'),
  ],
  ['result.audio', 'gives a sound', told('[audio: audio/wav, 5 bytes]')],
  ['result.link', 'gives a link', told('[link: a, file:///a.txt]')],
  [
    'result.link-no-address',
    'gives a link to nowhere',
    told('[a part that cannot be shown: a link to "a" without an address]'),
  ],
  ['result.resource-text', 'embeds a text', told('[resource: file:///a.txt, text/plain]\nright 1')],
  ['result.resource-blob', 'embeds bytes', told('[resource: file:///a.bin, 5 bytes]')],
  [
    'result.resource-bad-blob',
    'embeds bytes that are no base64',
    told('[a part that cannot be shown: an embedded resource whose data is not base64]'),
  ],
  ['result.resource-no-address', 'embeds a text without an address', told('[resource: no address]\nright 1')],
  ['result.resource-flat', 'writes the resource into the block', told('[resource: file:///a.txt]\nright 1')],
  [
    'result.resource-null',
    'embeds null',
    told('[a part that cannot be shown: an embedded resource without an address]'),
  ],
  ['result.structured-only', 'gives structured content alone', told('{"a":[1,"x",null]}')],
  ['result.structured-and-text', 'gives structured content beside text', right],
  ['result.structured-array', 'gives an array as structured content', told('[1,2]')],
  ['result.structured-text', 'gives a string as structured content', told('"right 1"')],
  ['result.structured-null', 'gives null as structured content', right],
  ['result.structured-deep', 'nests it 200,000 deep', invalid('its structured content is nested too deep')],
  [
    'result.structured-exact',
    'gives numbers beyond 2^53',
    told('{"id":9007199254740993,"big":123456789012345678901234567890,"__proto__":1}'),
  ],
  ['result.old-tool-result', 'answers as the oldest revision does', told('{"a":1}')],
  ['result.error', 'says that the tool failed', told('error: bad luck')],
  ['result.error-text-flag', 'says so in a string', told('error: bad luck')],
  ['result.error-false-text', 'says in a string that it did not', right],
  ['result.error-null', 'gives null as the flag', right],
  ['result.error-structured', 'says why in structured content alone', told('error: {"reason":"bad luck"}')],
  ['result.error-silent', 'does not say why', told('error: the tool failed without saying why')],
  ['result.meta-odd', 'has metadata of wrong types', right],
  ['result.control-characters', 'gives control characters', told('a\u001b[2Jb\0c')],
  ['result.schema-mismatch', 'breaks its own schema for results', right],
  ['result.many-blocks', 'gives 50,000 blocks', told('0123456789'.repeat(5_000))],
  [
    'result.many-odd-blocks',
    'gives 120,000 blocks that nobody knows',
    told(
      /^\[a part that cannot be shown: a block of the unknown type "hologram"\]\n.*\n\[cut here: \d+ more characters are missing\]$/s,
    ),
  ],
  [
    'result.long',
    'gives more than 100,000 characters',
    told(`${'🎉'.repeat(100_000)}\n[cut here: 100 more characters are missing]`),
  ],
  [
    'result.task',
    'gives a task nobody asked for',
    invalid('the server answered with a task to be polled, which was not asked for'),
  ],
  [
    'result.type-task',
    'does so in the way of the newer era',
    invalid('the server answered with a task to be polled, which was not asked for'),
  ],
  ['result.type-input', 'wants input', invalid('the server asks for more input, which this client does not give')],
  [
    'result.type-unknown',
    'gives a result of an unknown type',
    invalid('the server answered with a result of the unknown type "stream\\u{1b}[2J"'),
  ],
  ['result.type-number-field', 'gives a number as the type of the result', right],
  [
    'result.arguments',
    'gives back the arguments as they came',
    told('{"a":9007199254740993,"b":[123456789012345678901234567890]}', {
      options: { args: '{"a": 9007199254740993, "b": [123456789012345678901234567890]}' },
    }),
  ],

  ['push.ping', 'pings', answered(['p1', pong])],
  [
    'push.ping-flood',
    'pings 5,000 times',
    {
      replies: (replies) => {
        expect(replies).toHaveLength(5_000)
      },
    },
  ],
  [
    'push.ping-same-id',
    'pings with the number of the call and sends the answer back',
    { ...noisy, ...answered([3, pong]) },
  ],
  [
    'push.ask-same-id',
    'asks with the number of the call and sends the refusal back',
    { ...noisy, ...answered([3, nothingOffered]) },
  ],
  ['push.ping-and-wait', 'waits for the answer to a ping before it answers', answered(['p1', pong])],
  ['push.sampling', 'wants a model', answered(['s1', nothingOffered])],
  ['push.elicitation', 'wants to ask a person', answered(['e1', nothingOffered])],
  ['push.roots', 'wants to know folders', answered(['r1', nothingOffered])],
  ['push.unknown-request', 'asks something nobody knows', answered(['u1', nothingOffered])],
  ['push.call-us', 'calls a tool of ours', answered(['c1', nothingOffered])],
  [
    'push.odd-ids',
    'pings with odd ids',
    answered(
      [1.5, pong],
      [0, pong],
      [-1, pong],
      ['', pong],
      ['x'.repeat(1_000), pong],
      [null, pong],
      [null, pong],
      [null, pong],
    ),
  ],
  [
    'push.huge-id',
    'pings with a number beyond 2^53',
    {
      replies: (replies) => {
        expect(replies).toHaveLength(1)
      },
    },
  ],
  ['push.id-null', 'pings without wanting an answer', right],
  ['push.method-number', 'asks with a number as the method', answered([3, nothingOffered])],
  ['push.empty-message', 'sends messages without content', noisy],
  ['push.deep-params', 'asks with parameters nested 200,000 deep', answered(['d1', nothingOffered])],
  ['push.progress-unknown', 'tells the progress of nothing', right],
  ['push.progress-odd', 'tells progress in wrong types', right],
  ['push.progress-burst', 'tells progress 20,000 times', right],
  ['push.progress-keeps-alive', 'is slow and tells its progress', { options: { callSeconds: 1.5 } }],
  ['push.progress-stands', 'tells the same progress again and again', hangs()],
  ['push.log-flood', 'logs 50,000 messages', right],
  ['push.unknown-notification', 'tells something nobody knows', right],
  ['push.list-changed', 'says that its list has changed', right],
  ['push.cancelled', 'cancels our request', right],
  ['push.unasked-answers', 'answers what nobody asked', right],
  ['push.stderr-noise', 'writes 5 MB to stderr', right],
  ['push.unread-flood', 'pings 100,000 times and does not read the answers', right],

  ['end.exit', 'exits in a call', died('exited with status 5', { says: /exit status: 5\nleaving$/ })],
  ['end.exit-zero', 'exits in a call without a word', died('exited with status 0')],
  ['end.killed', 'is killed in a call', died('was ended by SIGKILL', { says: /ended by: SIGKILL/ })],
  [
    'end.exit-after-answer',
    'answers and exits',
    { second: /exited with status 6/, warns: ['mcp-server-ended'], says: /done for today/ },
  ],
  [
    'end.unterminated-last-answer',
    'answers without a line break and exits',
    { second: /exited with status 0/, warns: ['mcp-server-ended'] },
  ],
  [
    'end.half-answer',
    'exits in the middle of its answer',
    invalid('it is not JSON', { second: /exited with status 0/, warns: ['mcp-server-ended'] }),
  ],
  ['end.close-stdout', 'closes its output and lives on', died('has ended: it closed its output')],
  [
    'end.close-stdin',
    'answers, closes its input and lives on',
    { second: /has ended: it no longer reads its input/, warns: ['mcp-server-ended'] },
  ],
  ['end.stops-reading', 'reads no more', hangs({ second: timeout })],
  [
    'end.stderr-tail',
    'writes much to stderr and exits',
    died('exited with status 9', { says: /old line\ntoken \[secret API_TOKEN\]\n\\u\{1b\}\[31mlast words$/ }),
  ],
  ['end.grandchild-holds-pipe', 'exits while what it started holds its output', died('exited with status 9')],
  ['end.answers-after-stdin-end', 'answers when its input has ended', hangs()],

  ['modern.plain', 'does everything right', right],
  [
    'modern.envelope',
    'gives back the envelope of a request',
    told(
      /^\{"io.modelcontextprotocol\/protocolVersion":"2026-07-28","io.modelcontextprotocol\/clientInfo":\{.*\},"io.modelcontextprotocol\/clientCapabilities":\{\},"progressToken":2\}$/,
    ),
  ],
  ['modern.no-result-type', 'does not say what type its result is', right],
  [
    'modern.task',
    'gives a task nobody asked for',
    invalid('the server answered with a task to be polled, which was not asked for'),
  ],
  ['modern.input-required', 'wants input', invalid('the server asks for more input, which this client does not give')],
  [
    'modern.unknown-type',
    'gives a result of an unknown type',
    invalid('the server answered with a result of the unknown type "novel"'),
  ],
  ['modern.asks', 'asks us things, which it must not', right],
  ['modern.asks-before-it-is-known', 'asks before it has said what it is', right],
  ['modern.hang', 'does not answer', hangs()],
  ['modern.missing-capability', 'wants a capability that we do not have', fails('needs sampling (-32021)')],
  ['modern.discover-bare', 'says nothing of itself but its revision', right],
  ['modern.discover-odd', 'describes itself in the wrong types', right],
  [
    'modern.future-only',
    'speaks only a revision of the future',
    refused(/it speaks the revision 2031-01-01 of the protocol, which is not known here/),
  ],
  ['modern.old-only', 'answers in the new way and speaks the old', right],
  ['modern.no-versions', 'names no revisions', right],
  ['modern.refuses-once', 'refuses the revision once, and names it', right],
  [
    'modern.refuses-always',
    'refuses the revision again and again, and names it',
    refused(/it refuses the revision 2026-07-28 of the protocol, which it names as its own/),
  ],
  ['modern.refuses-for-future', 'refuses it and names one of the future', refused(/it speaks the revision 2031-01-01/)],
  ['modern.refuses-for-old', 'refuses it and names an old one', right],
  ['modern.silent-then-refuses', 'is silent first, and refuses the old handshake', { options: { startSeconds: 4 } }],
  ['modern.late', 'answers late, while the old handshake is waited for', { options: { startSeconds: 6 } }],
  ['modern.late-after-initialize', 'answers late, when the old handshake is done', { options: { startSeconds: 6 } }],
  ['modern.list-bare', 'lists tools without the fields of its era', right],

  ['start.input-closed', 'closes its input and lives on', refused(/it no longer reads its input/)],
  ['start.error-output-closed', 'closes its stderr', right],
  ['start.error-output-binary', 'writes 1 MB of bytes to stderr that are no text', right],
  ['start.daemon', 'leaves a child on its pipes and exits', refused(/exited with status 0/, { starts: 2 })],
  ['start.stopped', 'stops itself', refused(/did not get ready within 6 s/, { options: short })],
  ['start.exit-after-initialize', 'exits when it has answered the handshake', refused(/exited with status 1/)],
  ['start.initializes-us', 'wants to shake hands itself', answered(['i1', nothingOffered])],
  ['start.answers-in-advance', 'answers what has not been asked yet', right],
  [
    'start.terminal-banner',
    'writes a banner for a terminal',
    { ...noisy, says: /\\u\{1b\}\[2J\\u\{1b\}\]0;title\\u\{7\}Hello\\u\{202e\}/ },
  ],
  ['start.latin-1-banner', 'writes a banner that is no UTF-8', noisy],
  ['start.drip', 'answers the handshake byte by byte', right],
  ['start.both-eras', 'refuses the question for its era and answers it', right],
  ['start.deaf-and-wrong', 'answers nonsense and is deaf to everything', refused(/its result is a string/)],
  ['start.many-children', 'starts 20 children and exits', refused(/exited with status 3/, { starts: 2 })],
  ['start.version-list', 'gives a list as its revision', refused(/its answer names no protocol version/)],
  ['start.result-in-params', 'answers the handshake in `params`', refused(/it has neither a result nor an error/)],
  ['start.answers-notification', 'answers what is no question', right],
  ['frame.two-marks', 'writes two byte order marks', right],
  ['frame.utf16-big', 'writes UTF-16, the big end first', right],
  ['frame.form-feeds', 'puts form feeds around messages', right],
  ['frame.cr-cr-lf', 'ends lines with CR CR LF', right],
  ['frame.line-separators', 'ends lines with the line separator of Unicode', right],
  ['frame.bare-names', 'writes names without quotes', invalid('it is not JSON')],
  ['frame.twice-encoded', 'writes each message as a string of JSON', right],
  ['frame.spread-out', 'puts 5 MB of spaces into a message', right],
  ['frame.escaped-names', 'escapes letters in names of fields', right],
  ['frame.id-exponent', 'gives the number back with an exponent', right],
  ['frame.id-leading-zero', 'gives the number back with a zero in front', invalid('it is not JSON')],
  ['frame.id-padded', 'gives the number back as text with spaces', right],
  ['frame.pascal-case', 'writes names of fields in capitals', invalid('its fields are not named as in JSON-RPC')],
  ['frame.event-comments', 'writes comments as event streams have them', noisy],
  ['frame.log-with-number', 'logs an error that has the number of the call', noisy],
  [
    'frame.pretty-large',
    'prints a list over 300,000 lines',
    told(/^\[1,1,1,.*\[cut here: 500001 more characters are missing\]$/s),
  ],
  ['rpc.answers-cancelling', 'answers that a call is cancelled', hangs()],
  ['rpc.list-for-call', 'answers the call with its list of tools', told('[the result is empty]')],
  ['rpc.wrong-id-huge', 'answers a number beyond 2^53', hangs()],
  ['list.schema-chain', 'has 9,000 references that lead through one another', repaired()],
  ['list.schema-anchors', 'has 9,000 anchors', repaired()],
  ['list.schema-doubling', 'has references that double themselves', repaired()],
  ['list.schema-patterns', 'has 16,000 patterns', repaired()],
  ['list.schema-other-name', 'gives its schema another name', repaired(/`bad`: its input schema is missing/)],
  ['list.overlap', 'lists a tool again on page two', { tools: ['good', 'two'], warns: ['mcp-tool-twice'] }],
  ['list.exit-on-page-two', 'exits when asked for page two', refused(/exited with status 8/)],
  ['list.changed-between-pages', 'says between pages that its list has changed', { tools: ['good', 'two'] }],
  ['list.all-bad', 'lists 500 things without a name', { ...noTools, ...leftOut(/480 more tools have problems/, 21) }],
  [
    'list.alike',
    'lists tools whose names are nearly the same',
    { tools: ['a.b', 'a_b', 'a-b', 'A.B', 'srv.good', 'good'] },
  ],
  ['result.nested-content', 'nests blocks', told('[a part that cannot be shown: a block that is an array]')],
  ['result.image-large', 'gives an image of 15 MB', told('[image: image/png, 15000000 bytes]')],
  [
    'result.image-odd-type',
    'gives control characters as the kind of image',
    told('[image: image/\\u{1b}[2J png, 3 bytes]'),
  ],
  ['result.link-odd', 'gives control characters as an address', told('[link: file:///a \\u{1b}[2J]')],
  [
    'result.resource-array',
    'embeds an array',
    told('[a part that cannot be shown: an embedded resource that is an array]'),
  ],
  ['result.resource-number', 'embeds a number as text', told('[resource: file:///a.txt]\n42')],
  ['result.error-image', 'says with an image that it failed', told('error: [image: image/png, 3 bytes]')],
  ['result.error-one', 'says with the number 1 that it failed', told('error: bad luck')],
  ['result.structured-wide', 'gives an object of 100,000 fields', told(/^\{"k0":0,.*more characters are missing\]$/s)],
  ['result.other-text-type', 'gives text under another name', right],
  ['result.upper-case-type', 'writes the type of a block in capitals', right],
  ['push.batch', 'pings twice in a batch', answered(['b1', pong], ['b2', pong])],
  ['push.error-flood', 'sends 20,000 errors to nobody', right],
  ['push.cancels-all', 'cancels 200 requests', right],
  ['push.progress-infinite', 'tells infinite progress', right],
  ['push.progress-late', 'tells the progress of a call that is over', right],
  ['push.log-control', 'logs control characters', right],
  ['end.stopped', 'stops itself in a call', hangs({ second: timeout })],
  ['end.answer-and-killed', 'answers and is killed', { second: /was ended by SIGKILL/, warns: ['mcp-server-ended'] }],
  ['end.closes-all', 'closes all its pipes and lives on', died('has ended: it closed its output')],
  ['end.children', 'starts 30 children that are deaf to TERM', right],
  ['end.deaf', 'is deaf to everything', right],
  ['end.farewell', 'says goodbye on stdout', right],
  [
    'end.large-last-answer',
    'answers with 20 MB and exits',
    told(/^x{100}\n\[cut here: 19999900 more/, {
      options: { maxResult: 100 },
      second: /exited with status 0/,
      warns: ['mcp-server-ended'],
    }),
  ],
  [
    'modern.state-only',
    'wants to be asked again',
    invalid('the server asks for more input, which this client does not give'),
  ],
  ['modern.result-type-null', 'gives null as the type of its result', right],
  ['modern.discover-twice', 'says twice what it is', right],
  ['modern.list-input', 'wants input before it lists tools', refused(/`tools` is missing/)],
  ['modern.list-changed', 'says unasked that its list has changed', right],

  ['frame.noise-after-no-newline', 'writes noise behind the answer and ends no line', noisy],
  ['frame.noise-after-all-no-newline', 'writes noise behind all it says and never ends a line', noisy],
  ['frame.next-begun-no-newline', 'begins another message behind the answer and goes on in the next call', right],
  ['frame.next-brace-no-newline', 'writes a brace behind the answer and goes on in the next call', right],
  ['frame.not-json-no-newline', 'breaks the JSON and ends no line', invalid('it is not JSON')],
  [
    'frame.pascal-case-no-newline',
    'writes names of fields in capitals and ends no line',
    invalid('its fields are not named as in JSON-RPC'),
  ],
  ['frame.pretty-no-newline', 'prints JSON over many lines and does not end the last', right],
  ['frame.pretty-noise-after-no-newline', 'prints JSON over many lines with noise behind the last', noisy],
  [
    'frame.too-large-no-newline',
    'answers with more than a message may have and ends no line',
    invalid('it is larger than the limit for one message', { options: small }),
  ],
  [
    'frame.json-noise-too-large',
    'writes a line of JSON above the limit for a second before the answer',
    { options: small },
  ],
  [
    'rpc.nameless-again',
    'gives an error to nobody twice, and once the answer',
    {
      second: 'error: the call of `srv.good` failed at the MCP server `srv`: Parse error (-32700)',
    },
  ],
  ['start.ended-on-probe', 'is ended by TERM when asked for its era', refused(/was ended by SIGTERM/)],
  [
    'start.endless-error-line',
    'writes 5 MB to stderr without a line break and exits',
    refused(/exited with status 255\nexit status: 255\nx{100}/),
  ],
  ['start.proto-capabilities', 'has its capabilities in __proto__', noTools],
  ['start.instructions-huge', 'gives 5 MB of instructions', right],
  ['start.greets-and-lists', 'lists its tools with its greeting, before it is asked', right],
  ['frame.coloured', 'writes messages in colours', right],
  ['frame.batch-of-answers', 'answers another number in the same batch', right],
  ['frame.slow-pieces', 'makes a pause after each bracket', told('{"a":1}')],
  ['frame.noise-then-answer', 'makes a pause between noise and the answer on one line', noisy],
  ['frame.overlong-utf8', 'writes bytes that UTF-8 forbids', told(`a${'\ufffd'.repeat(5)}b`)],
  ['frame.id-list', 'gives the number back in a list', right],
  ['frame.id-float-text', 'gives numbers back as text with a decimal point', right],
  ['frame.all-fields', 'writes all fields of requests and answers, most of them null', right],
  ['rpc.error-false-too', 'gives a result, and false as the error', right],
  ['rpc.error-empty-text-too', 'gives a result, and an empty error', right],
  ['rpc.error-message-empty', 'gives an empty message', fails('{"code":5,"message":""} (5)')],
  ['rpc.error-message-blank', 'gives a message of white space', fails('{"code":5,"message":" \\n\\t "} (5)')],
  ['rpc.error-text-empty', 'gives an empty text as the error', invalid('it has neither a result nor an error')],
  [
    'rpc.error-proto',
    'has fields called __proto__ and constructor in the error',
    fails('{"__proto__":{"message":"x","code":7},"constructor":1,"toString":2}'),
  ],
  ['rpc.error-surrogates', 'gives halves of characters in the message', fails('no\\u{d800}luck\\u{dc00} (5)')],
  ['rpc.error-data-deep', 'nests the data of the error 10,000 deep', fails('no luck (5)')],
  ['list.case-twins', 'lists names that differ by their case', { tools: ['Good', 'GOOD', 'gOOD', 'good'] }],
  [
    'list.proto-names',
    'has tools called __proto__, constructor and then',
    { tools: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'prototype', 'good'] },
  ],
  [
    'list.blank-names',
    'gives names that nobody sees',
    { tools: 5, warns: ['mcp-suspect-text', 'mcp-suspect-text', 'mcp-suspect-text'] },
  ],
  ['list.composed-names', 'lists a name in two forms of Unicode', { tools: ['\u00e9', 'e\u0301', 'good'] }],
  ['list.cursor-true', 'gives true as the cursor', cut(/cursor of page 1 is a boolean/)],
  ['list.cursor-surrogate', 'gives half a character as the cursor', { tools: ['good', 'two'] }],
  [
    'list.schema-proto-reference',
    'refers to what every object of JavaScript has',
    repaired(/`#\/__proto__`, which leads nowhere in it; the reference `#\/constructor`, which leads nowhere/),
  ],
  ['list.schema-booleans', 'has true and false as schemas', repaired()],
  ['list.schema-infinite-default', 'has a default beyond all numbers', repaired()],
  ['list.schema-huge-enum', 'allows 40,000 values', repaired()],
  ['result.structured-infinite', 'gives numbers beyond all, and -0', told('{"a":1e999,"b":-1e999,"c":0}')],
  [
    'result.structured-proto',
    'has fields called constructor and toString in structured content',
    told('{"constructor":{"prototype":{"x":1}},"toString":2,"then":3}'),
  ],
  ['result.content-deep', 'nests content 10,000 deep', told('[a part that cannot be shown: a block that is an array]')],
  ['result.text-deep', 'nests a text 10,000 deep', told('JSON nested more than 1000 deep')],
  ['result.error-odd-flags', 'says with an object, and with a word, that it failed', right],
  [
    'result.error-no-content',
    'says with odd blocks that it failed',
    told(/^error: (?:\[a part that cannot be shown: a block .*\]\n?){3}$/),
  ],
  [
    'result.images-odd',
    'gives eight images, two of which are base64',
    told(/^(?=(?:.*not base64){6})(?=(?:.*image\/png, 3 bytes){2})/s),
  ],
  [
    'result.media-type-huge',
    'gives a kind of image of 10,000 characters',
    told(/^\[image: image\/x{200,500}…, 3 bytes\]$/),
  ],
  [
    'result.type-huge',
    'gives a type of 10,000 characters',
    told(/^\[a part that cannot be shown: a block of the unknown type "x{100,500}…"\]$/),
  ],
  ['result.resource-proto', 'hides a text in __proto__', told('[resource: a\ufffd]')],
  [
    'push.ping-next-id',
    'pings with the number of the next call and sends the answer back in it',
    { ...noisy, ...answered([4, pong]) },
  ],
  [
    'push.odd-methods',
    'asks with odd methods',
    {
      replies: (replies) => {
        expect(replies).toHaveLength(5)
      },
    },
  ],
  ['push.progress-negative', 'tells progress below zero', { options: { callSeconds: 1.5 } }],
  ['push.progress-odd-words', 'tells progress in odd words', right],
  ['push.log-odd', 'logs odd things', right],
  ['end.stopped-child', 'leaves a child that is stopped', right],
  ['end.becomes-another', 'becomes another program in a call', hangs({ second: timeout })],
  ['end.writes-after-end', 'writes on when its input has ended', right],
  ['end.ended-by-limit', 'is ended by a limit of the system', died('was ended by SIGXCPU')],
  ['modern.versions-text', 'gives its revision as text', right],
  ['modern.cache-odd', 'says odd things of caching', right],
  [
    'modern.result-type-capitals',
    'writes the type of its result in capitals',
    invalid('the server answered with a result of the unknown type "Complete"'),
  ],
  ['modern.refuses-in-call', 'refuses the revision in a call', fails('Unsupported protocol version (-32022)')],
  ['modern.list-task', 'gives a task instead of its list', refused(/`tools` is missing/)],
]

/** Four programs at a time: more would only wait for the processor, and run into limits. */
const programsAtATime = 4
const waiting: (() => void)[] = []
let running = 0

async function inTurn(program: () => Promise<Seen>): Promise<Seen> {
  if (running >= programsAtATime) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await program()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

test('every mode of the fixture has its row', () => {
  const modes = Array.from(readFileSync(FIXTURE, 'utf8').matchAll(/^ {2}'([a-z]+\.[a-z0-9-]+)'/gm), (match) => match[1])
  expect(rows.map(([mode]) => mode)).toEqual(modes)
})

describe.concurrent('a server that', () => {
  test.each(rows)(
    '%s %s',
    async (mode, _, sees) => {
      const seen = await inTurn(() => runInMode(mode, sees.options ?? {}))
      holdsAlways(mode, seen)
      expect(seen.starts).toBe(sees.starts ?? 1)
      expect(seen.warnings).toEqual(sees.warns ?? [])
      if (sees.says !== undefined) expect(seen.warningTexts.join('\n')).toMatch(sees.says)
      if (sees.error === undefined) {
        expect(seen.error).toBeUndefined()
        expectTools(seen.tools, sees.tools ?? ['good'])
        expectText(seen.results[0], sees.first ?? 'right 1')
        expectText(seen.results[1], sees.second ?? 'right 2')
      } else expect(seen.error).toMatch(sees.error)
      sees.replies?.(repliesIn(seen))
    },
    90_000,
  )
})

/** What no server may bring about. */
function holdsAlways(mode: string, seen: Seen): void {
  expect(seen.left).toEqual([])
  expect(seen.milliseconds).toBeLessThan(80_000)
  const { error = '', tools, results, audit, warningTexts, journal } = seen
  const shown = [error, ...tools, ...audit, ...warningTexts].join('\n')
  expect(shown).not.toContain('tok-3f9a81c2')
  expect(shown).not.toMatch(/[\p{Cf}\0-\x09\x0b-\x1f]/u)
  const calls = journal.filter(({ method }) => method === 'tools/call')
  for (const { params } of calls) expect(params?.['arguments']).toBeTypeOf('object')
  expect(audit).toEqual(results.filter((text) => !text.includes('there is no tool')).map(auditLineOf))
  // Of what timed out the server is told, once; where it does not read, nobody sees it.
  const timeoutCount = results.filter((text) => text.includes('did not answer the call')).length
  const cancelled = journal.filter(({ method }) => method === 'notifications/cancelled')
  if (mode.startsWith('rpc') || mode === 'modern.hang') expect(cancelled).toHaveLength(timeoutCount)
  expect(cancelled.map(({ params }) => params)).toEqual(
    cancelled.map(() => ({ requestId: expect.any(Number), reason: 'cancelled by the client' })),
  )
  if (mode.startsWith('modern') && !mode.includes('old') && !mode.includes('no-versions'))
    expect(repliesIn(seen)).toEqual([])
}

function auditLineOf(text: string): unknown {
  const event = text.startsWith('error: ') ? 'failed' : 'called'
  return expect.stringMatching(new RegExp(`^\\[line \\d+\\] tool 'srv.good' -> ${event}`)) as unknown
}

function repliesIn({ journal }: Seen): readonly unknown[] {
  const replies = journal.filter((entry) => entry.method === undefined && entry.started === undefined && 'id' in entry)
  return replies.map(({ id, result, error }) => [id, result ?? error?.code])
}

function expectTools(names: readonly string[], expected: readonly string[] | number): void {
  if (typeof expected === 'number') expect(names).toHaveLength(expected)
  else expect(names).toEqual(expected.map((name) => `srv.${name}`))
}

function expectText(text: string | undefined, expected: string | RegExp): void {
  if (typeof expected === 'string') expect(text === expected ? expected : text?.slice(0, 500)).toBe(expected)
  else expect(text).toMatch(expected)
}
