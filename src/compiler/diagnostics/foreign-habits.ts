/**
 * Names, members and modules of other languages that are found missing at run time: `None`, `console`, `xs.length`, `import os`.
 *
 * They are ordinary names in Sense, so only a program that runs shows that they are bound to nothing. The error stays what it
 * is; these words become its hint.
 */

/** What Sense has in place of a name that is bound to nothing; nothing if the name is not known from elsewhere. */
export function foreignNameHint(name: string): string | undefined {
  return names.get(name)?.replaceAll('NAME', name)
}

/** What Sense has in place of a member of a String, an Array or another value without members. */
export function foreignMemberHint(typeName: string, member: string): string | undefined {
  if (typeName === 'String') return stringMembers.get(member) ?? anyMembers.get(member) ?? stringsHaveNone
  if (typeName === 'Array') return arrayMembers.get(member) ?? anyMembers.get(member) ?? arraysHaveNone
  if (typeName === 'Record') return recordMembers.get(member)
  return anyMembers.get(member)
}

/** How a module of Python or JavaScript is imported, where Sense has a file of its name in mind. */
export function foreignModuleHint(name: string): string | undefined {
  const isPython = pythonModules.has(name)
  if (!isPython && !javaScriptModules.has(name)) return undefined
  const own = ownModules.get(name)
  const whose = isPython
    ? `for Python's module write \`import python ${name}\``
    : `for JavaScript's module write \`import js ${name}\``
  return own === undefined ? whose : `${whose}, or use ${own}`
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const pythonModules = wordsIn(
  'argparse asyncio base64 collections copy csv dataclasses datetime decimal enum functools glob hashlib heapq hmac html io ' +
    'itertools logging numpy openai os pandas pathlib pickle platform pprint queue re requests secrets shutil socket sqlite3 ' +
    'statistics string struct subprocess sys tempfile threading traceback typing unittest urllib uuid yaml zipfile',
)

const javaScriptModules = wordsIn(
  'assert axios buffer child_process cluster console crypto dns events express fs http https lodash net path perf_hooks ' +
    'process querystring react readline stream timers tls url util vm worker_threads zlib zod',
)

const ownModules = new Map([
  ['os', '`import sense files` and `import sense program`'],
  ['sys', '`import sense program`'],
  ['process', '`import sense program`'],
  ['fs', '`import sense files`'],
  ['pathlib', '`import sense files`'],
  ['re', '`import sense text`'],
  ['datetime', '`import sense time`'],
])

function table(rows: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([words, hint]) => words.split(' ').map((word) => [word, hint] as const)))
}

const names = table([
  ['None null undefined NULL Nil nothing', 'the absent value is written `nil`'],
  ['True TRUE', 'write `true`'],
  ['False FALSE', 'write `false`'],
  ['self this', 'functions have no object of their own: pass it as a parameter'],
  ['super', 'there are no classes: call the other function by its name'],
  ['console Console System', 'write `print(x)`'],
  ['printf println puts echo log', 'write `print(x)`'],
  ['pass', 'a body that does nothing is written `nil`'],
  ['elif elsif elseif', 'a second condition is written `else if`'],
  [
    'try except catch finally',
    'write `attempt:` with an indented block, then `failed problem:` with another; `problem` is a name of your choice',
  ],
  ['raise throw Exception Error ValueError TypeError', 'write `assert(false, "what went wrong")`'],
  ['string String to_string toString', 'write `str(x)`'],
  ['number Number parseInt integer', 'write `int(x)` or `float(x)`'],
  ['parseFloat', 'write `float(x)`'],
  ['bool Boolean', 'a condition takes any value; `not not x` is `true` or `false`'],
  ['typeof type isinstance', 'write `type_of(x)`, which gives the name of the type'],
  ['length size count', 'write `len(x)`'],
  ['append add', 'write `push(xs, x)`, which changes `xs` itself'],
  ['list Array List array tuple', 'an Array is written `[a, b]`'],
  ['dict Record object Object Map', 'write `import sense records`, then `records.new(name: 1)`'],
  ['Set frozenset', 'write `import sense arrays`, then `arrays.unique(xs)`'],
  ['sorted sort', 'write `import sense arrays`, then `arrays.sort(xs)`'],
  ['map filter reduce sum min max reverse zip', 'write `import sense arrays`, then `arrays.NAME(xs)`'],
  ['enumerate', 'count with `for i in range(len(xs)):`'],
  ['abs round pow floor ceil sqrt log exp sin cos', 'write `import sense math`, then `math.NAME(x)`'],
  ['Math', 'write `import sense math`'],
  ['JSON json', 'write `import sense json`, then `json.parse(s)` or `json.text(x)`'],
  ['text arrays records math random time files program', 'import the module first: `import sense NAME`'],
  ['re RegExp regex', 'write `import sense text`, then `text.matches(s, pattern)`'],
  ['datetime Date', 'write `import sense time`, then `time.now()`'],
  ['os sys process env', 'write `import sense program`, then `program.args` or `program.env("HOME")`'],
  ['open fs read_file readFile', 'write `import sense files`, then `files.read(path)`'],
  ['require', 'write `import "./file.sns" as name`, or `import js "module" as name`'],
  ['input raw_input prompt', 'write `ask_human("question")`, which gives what is typed as a String'],
  ['sleep setTimeout', 'write `import sense time`, then `time.sleep(seconds)`'],
  ['exit quit', 'write `import sense program`, then `program.exit(0)`'],
  ['lambda', 'declare the function with `def` and pass its name'],
  ['new', 'call it directly; there is no `new`'],
  ['var let const', 'a variable is declared by assigning it: `x = 1`'],
  ['yield', 'collect the values in an Array with `push` and return it'],
  ['assert_equal assertEqual expect', 'write `assert(a == b, "message")`'],
])

const inText = (call: string): string => `write \`import sense text\`, then \`${call}\``
const inArrays = (call: string): string => `write \`import sense arrays\`, then \`${call}\``
const stringsHaveNone =
  'nothing stands behind the `.` of a String: `len(s)` counts its characters, `import sense text` has the rest'
const arraysHaveNone =
  'nothing stands behind the `.` of an Array: write `len(xs)` or `push(xs, x)`; `import sense arrays` has the rest'

const anyMembers = table([
  ['length size count len', 'write `len(x)`'],
  ['toString to_string to_s __str__', 'write `str(x)`'],
  ['toFixed', 'there is no such member; round with `import sense math`, then `math.round(x)`'],
])

const stringMembers = table([
  ['length size len', 'write `len(s)`'],
  ['upper toUpperCase upcase', inText('text.upper(s)')],
  ['lower toLowerCase downcase casefold', inText('text.lower(s)')],
  ['split', inText('text.split(s, separator)')],
  ['join', inText('text.join(parts, separator)')],
  ['strip trim lstrip rstrip trimStart trimEnd', inText('text.trim(s)')],
  ['replace replaceAll', inText('text.replace(s, old, new)')],
  ['startswith startsWith', inText('text.starts_with(s, part)')],
  ['endswith endsWith', inText('text.ends_with(s, part)')],
  ['find index indexOf', inText('text.find(s, part)')],
  ['includes contains', inText('text.contains(s, part)')],
  ['slice substring substr', inText('text.slice(s, from, to)')],
  ['repeat', inText('text.repeat(s, n)')],
  ['padStart rjust zfill', inText('text.pad_left(s, width)')],
  ['padEnd ljust', inText('text.pad_right(s, width)')],
  ['splitlines lines', inText('text.lines(s)')],
  ['match matchAll test', inText('text.find_all(s, pattern)')],
  ['format', 'join the parts with `+`: `"total: " + str(total)`'],
  ['charAt at', 'write `s[i]`'],
])

const arrayMembers = table([
  ['length size len count', 'write `len(xs)`'],
  ['append push add', 'write `push(xs, x)`, which changes `xs` itself'],
  ['extend concat', 'write `xs + ys`, which makes a new Array'],
  ['pop shift remove splice delete', inArrays('arrays.slice(xs, from, to)')],
  ['sort sorted', inArrays('arrays.sort(xs)')],
  ['reverse reversed', inArrays('arrays.reverse(xs)')],
  ['map forEach', inArrays('arrays.map(xs, f)')],
  ['filter', inArrays('arrays.filter(xs, f)')],
  ['reduce', inArrays('arrays.reduce(xs, f, start)')],
  ['join', 'write `import sense text`, then `text.join(xs, separator)`'],
  ['includes contains', inArrays('arrays.contains(xs, x)')],
  ['index indexOf find', inArrays('arrays.index_of(xs, x)')],
  ['slice', inArrays('arrays.slice(xs, from, to)')],
  ['flat flatten', inArrays('arrays.flatten(xs)')],
  ['first last at', 'write `xs[0]` or `xs[-1]`'],
])

const recordMembers = table([
  ['keys', 'write `import sense records`, then `records.keys(r)`'],
  ['values', 'write `import sense records`, then `records.values(r)`'],
  ['items entries', 'write `for key in r:` and `r[key]`'],
  ['get', 'write `import sense records`, then `records.get(r, key, default)`'],
  ['has has_key hasOwnProperty', 'write `import sense records`, then `records.has(r, key)`'],
  ['length size len', 'write `len(r)`'],
  ['pop remove delete', 'write `import sense records`, then `records.without(r, key)`'],
])
