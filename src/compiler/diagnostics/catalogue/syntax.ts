/**
 * Problems of source text: what is said when a program cannot be read.
 *
 * Most entries are habits from other languages. Their words are read first by newcomers, so each says what Sense has instead.
 * `unexpected` is the general form: what was expected, in which part of the program, and what stands there.
 */

import { problemKind } from '../problem-kind.ts'
import type { ProblemKind } from '../problem-kind.ts'
import { quotedExcerpt, visibleText } from '../visible-text.ts'

/** An entry whose words depend on nothing. */
function fixed(code: string, headline: string, hint?: string, label?: string): ProblemKind<[]> {
  return problemKind('SenseSyntaxError', code, () => ({
    headline,
    ...(hint !== undefined && { hint }),
    ...(label !== undefined && { label }),
  }))
}

const inPart = (reading: string): string => (reading === '' ? '' : ` in ${reading}`)

// ---- The general form

export const unexpected = problemKind(
  'SenseSyntaxError',
  'unexpected',
  (expected: string, reading: string, found: string) => ({
    headline: `expected ${expected}${inPart(reading)}, but found ${found}`,
  }),
)

// ---- Indentation and lines

export const tabIndentation = fixed(
  'tab-indentation',
  'this line is indented by a tab',
  'indent with spaces only: replace each tab by four spaces',
)

export const badDedent = problemKind('SenseSyntaxError', 'bad-dedent', (width: number, open: readonly number[]) => ({
  headline: `this indentation of ${count(width, 'space')} belongs to no open block`,
  label: 'between two blocks',
  hint: `go back to an indentation that is open here: ${open.slice(-3).join(', ')}`,
}))

export const unexpectedIndentation = fixed(
  'unexpected-indentation',
  'this line is indented deeper than the one before, but no block begins here',
  'only the lines behind a `:` at the end of a line are indented',
)

export const missingBody = problemKind('SenseSyntaxError', 'missing-body', (owner: string) => ({
  headline: `the body of ${owner} is missing`,
  label: 'an indented line should stand here',
  hint: 'indent the lines of the body; a body that does nothing is `nil`',
}))

export const missingColon = problemKind('SenseSyntaxError', 'missing-colon', (owner: string) => ({
  headline: `a \`:\` is missing at the end of the first line of ${owner}`,
  label: '`:` belongs here',
  hint: 'end the line with `:` and indent the lines that belong to it',
}))

export const secondStatement = problemKind('SenseSyntaxError', 'second-statement', (found: string) => ({
  headline: `expected the end of the line, but found ${found}`,
  label: 'a second statement?',
  hint: 'begin a new line here, or put an operator or a comma between the two values',
}))

export const semicolon = fixed(
  'semicolon',
  '`;` does not end a statement',
  'end the statement with the line: start a new line',
)

export const braces = problemKind('SenseSyntaxError', 'braces', (brace: string) => ({
  headline: `\`${brace}\` has no meaning: blocks are made by indentation`,
  hint: 'end the line with `:` and indent the lines of the block',
}))

/** `entry`: the first one as a labelled argument, `Ada: 36`, if it is short and plain. */
export const recordBraces = problemKind('SenseSyntaxError', 'record-braces', (entry?: string) => ({
  headline: 'a Record is not written with `{`',
  hint: `write \`import sense records\`, then \`records.new(${entry ?? 'name: "Ada", age: 36'})\``,
}))

export const elseOnSameLine = fixed(
  'else-on-same-line',
  '`else` must begin a line of its own',
  'put `else:` on the next line, under its `if`',
)

export const elseWithoutIf = fixed(
  'else-without-if',
  'this `else` follows no `if`',
  'indent it like its `if`, right behind the `if` block',
)

export const backslash = fixed(
  'backslash',
  'a line cannot be continued with `\\`',
  'put the whole expression in parentheses: line ends mean nothing inside them',
)

// ---- Strings and brackets

export const unterminatedString = problemKind('SenseSyntaxError', 'unterminated-string', (quote: string) => ({
  headline: `this String has no closing \`${quote}\``,
  label: 'it begins here',
  hint: `write \`${quote}\` where it ends${quote === '"' ? '; text of several lines stands between two \`"""\`' : ''}`,
}))

export const unclosedBracket = problemKind('SenseSyntaxError', 'unclosed-bracket', (opener: string) => ({
  headline: `this \`${opener}\` is never closed`,
  hint: `close it with \`${opener === '(' ? ')' : ']'}\``,
}))

export const extraBracket = problemKind('SenseSyntaxError', 'extra-bracket', (closer: string) => ({
  headline: `this \`${closer}\` closes nothing`,
  hint: `remove it, or open the bracket with \`${closer === ')' ? '(' : '['}\``,
}))

export const singleQuotes = fixed(
  'single-quotes',
  'a String is not written in single quotes',
  'use double quotes: `"text"`',
)

export const smartQuotes = fixed(
  'smart-quotes',
  'these are typographic quotation marks',
  'use the plain double quote: `"text"`',
)

export const templateString = fixed(
  'template-string',
  'a String is not written in backticks',
  'join the parts with `+`: `"total: " + str(total)`',
)

/** `joined` is what was meant, as a sum; undefined where that would be too long to show. */
export const formattedString = problemKind('SenseSyntaxError', 'f-string', (joined: string | undefined) => ({
  headline: 'a String is plain text and has no prefix `f`',
  hint: `join the parts with \`+\`: \`${visibleText(joined ?? '"total: " + str(total)')}\``,
}))

export const stringPrefix = problemKind('SenseSyntaxError', 'string-prefix', (prefix: string) => ({
  headline: `a String has no prefix \`${prefix}\``,
  hint: 'write a plain String; a backslash in it is written `\\\\`',
}))

export const adjacentStrings = fixed(
  'adjacent-strings',
  'two Strings side by side are not joined',
  'put `+` between them',
)

// ---- Numbers

export const underscoreInNumber = problemKind('SenseSyntaxError', 'underscore-in-number', (number: string) => ({
  headline: `${quotedExcerpt(number, 40)} is not a number: there is no \`_\` in numbers`,
  hint: `write ${quotedExcerpt(number.replaceAll('_', ''), 40)}`,
}))

export const numberBase = problemKind('SenseSyntaxError', 'number-base', (number: string) => ({
  headline: `${quotedExcerpt(number, 40)} is not a number: numbers are decimal`,
  hint: 'write it with the digits 0 to 9',
}))

export const exponent = problemKind('SenseSyntaxError', 'exponent', (number: string) => ({
  headline: `${quotedExcerpt(number, 40)} is not a number: there is no exponent form`,
  hint: `write the digits out, or \`float("${visibleText(number.slice(0, 40))}")\``,
}))

export const lettersInNumber = problemKind('SenseSyntaxError', 'letters-in-number', (number: string) => ({
  headline: `${quotedExcerpt(number, 40)} is neither a number nor a name`,
  hint: 'a name begins with a letter or `_`; a product is written `2 * x`',
}))

export const leadingDot = problemKind('SenseSyntaxError', 'leading-dot', (digits: string) => ({
  headline: 'a number does not begin with a dot',
  hint: `write ${quotedExcerpt(`0.${digits}`, 40)}`,
}))

export const trailingDot = problemKind('SenseSyntaxError', 'trailing-dot', (digits: string) => ({
  headline: 'a number does not end with a dot',
  hint: `write ${quotedExcerpt(`${digits}.0`, 40)}`,
}))

export const unaryPlus = fixed('unary-plus', 'there is no `+` before a single value', 'leave the `+` out')

// ---- Characters

export const foreignComment = problemKind('SenseSyntaxError', 'foreign-comment', (opener: string) => ({
  headline: `\`${opener}\` does not start a comment`,
  hint: 'a comment starts with `#` and ends with the line',
}))

export const oddSpace = problemKind('SenseSyntaxError', 'odd-space', (unit: number) => ({
  headline: `this space is the character U+${unit.toString(16).toUpperCase().padStart(4, '0')}, not a plain one`,
  hint: 'replace it by a plain space; it often comes with text copied from a web page',
}))

export const unknownCharacter = problemKind('SenseSyntaxError', 'unknown-character', (character: string) => ({
  headline: `the character ${quotedExcerpt(character, 4)} has no meaning here`,
  ...(/\p{N}/u.test(character) && { hint: 'numbers are written with the digits 0 to 9' }),
}))

// ---- Operators of other languages

export const logicSymbols = problemKind('SenseSyntaxError', 'logic-symbols', (symbol: string) => ({
  headline: `\`${symbol}\` is not an operator of Sense`,
  hint: `write \`${symbol === '&&' ? 'and' : 'or'}\``,
}))

export const bang = fixed('bang', '`!` is not an operator of Sense', 'write `not x`; "not equal" is `!=`')

export const strictEquality = problemKind('SenseSyntaxError', 'strict-equality', (symbol: string) => ({
  headline: `\`${symbol}\` is not an operator of Sense`,
  hint: `write \`${symbol.startsWith('!') ? '!=' : '=='}\`: it never converts`,
}))

export const diamond = fixed('diamond', '`<>` is not an operator of Sense', 'write `!=`')

export const increment = problemKind('SenseSyntaxError', 'increment', (symbol: string, name: string) => ({
  headline: `\`${symbol}\` is not an operator of Sense`,
  hint: `write \`${name} = ${name} ${symbol.slice(0, 1)} 1\``,
}))

export const compoundAssignment = problemKind(
  'SenseSyntaxError',
  'compound-assignment',
  (symbol: string, name: string) => ({
    headline: `\`${symbol}\` is not an operator of Sense`,
    hint: compoundHint(symbol.slice(0, -1), name),
  }),
)

function compoundHint(operator: string, name: string): string {
  return ['+', '-', '*', '/', '%'].includes(operator)
    ? `write \`${name} = ${name} ${operator} ...\``
    : `write the whole assignment: \`${name} = ...\``
}

export const power = fixed(
  'power',
  '`**` is not an operator of Sense',
  'write `import sense math`, then `math.pow(a, b)`',
)

export const floorDivision = fixed(
  'floor-division',
  '`//` is neither an operator nor a comment',
  'write `import sense math`, then `math.floor(a / b)`; a comment starts with `#`',
)

export const arrowFunction = fixed(
  'arrow-function',
  'there are no functions inside an expression, so no `=>`',
  'write a `def` with one parameter and pass its name: after `import sense arrays`, `arrays.map(xs, f)`, or ' +
    '`arrays.sort(xs, f)`, which puts what `f` gives in rising order; `arrays.sort(xs)` needs no function',
)

export const arrow = fixed('arrow', '`->` stands only before the result type of a `def`')

export const walrus = fixed('walrus', '`:=` is not an operator of Sense', 'write `=`: an assignment is an expression')

export const bitOperator = problemKind('SenseSyntaxError', 'bit-operator', (symbol: string) => ({
  headline: `\`${symbol}\` is not an operator of Sense`,
  hint: 'to combine conditions use `and`, `or` and `not`; there are no operators on bits',
}))

export const conditionalOperator = fixed(
  'conditional-operator',
  'there is no `? :` operator',
  'use an `if` statement: `x = b`, and on the next line `if c: x = a`',
)

export const nilOperator = problemKind('SenseSyntaxError', 'nil-operator', (symbol: string) => ({
  headline: `\`${symbol}\` is not an operator of Sense`,
  hint: 'compare with nil: `if x != nil:`; `x or other` takes `other` when x is nil',
}))

export const conditionalExpression = fixed(
  'conditional-expression',
  '`if` cannot stand inside an expression',
  'use an `if` statement: `x = b`, and on the next line `if c: x = a`',
)

export const membership = fixed(
  'membership',
  '`in` is not an operator: it belongs to `for`',
  'write `import sense arrays`, then `arrays.contains(xs, x)`; for a String `text.contains(s, part)`',
)

/** `comparison`: the whole of it as Sense writes it, if it is short and plain. */
export const identity = problemKind('SenseSyntaxError', 'identity', (comparison?: string) => ({
  headline: '`is` is not an operator of Sense',
  hint: comparison === undefined ? 'write `==` or `!=`; the absent value is `nil`' : `write \`${comparison}\``,
}))

export const slice = fixed(
  'slice',
  'an index is one value: there are no slices',
  'write `import sense arrays`, then `arrays.slice(xs, from, to)`; for a String `text.slice(s, from, to)`',
)

export const comprehension = fixed(
  'comprehension',
  '`for` cannot stand inside an expression',
  'fill an Array in a `for` loop: `push(ys, x)` changes `ys` itself; or write `import sense arrays`, then `arrays.map(xs, f)`',
)

export const spread = problemKind('SenseSyntaxError', 'spread', (symbol: string) => ({
  headline: `\`${symbol}\` before a value has no meaning`,
  hint: 'pass the values one by one; two Arrays are joined with `+`',
}))

export const rangeDots = fixed(
  'range-dots',
  '`..` is not an operator of Sense',
  'write `range(a, b)`: `b` is not included',
)

export const decorator = fixed(
  'decorator',
  'there are no decorators',
  'call the function on the other one: `f = wrap(f)`',
)

// ---- Words of other languages

export const elif = problemKind('SenseSyntaxError', 'elif', (word: string) => ({
  headline: `\`${word}\` is not a word of Sense`,
  hint: 'a second condition is written `else if`, in two words',
}))

export const tryStatement = problemKind('SenseSyntaxError', 'try', (word: string) => ({
  headline: `\`${word}\` is not a word of Sense`,
  hint: 'write `attempt:` with an indented block, then `failed problem:` with another; `problem` is a name of your choice',
}))

export const classDeclaration = problemKind('SenseSyntaxError', 'class', (word: string) => ({
  headline: `there is no \`${word}\` in Sense`,
  hint: 'keep data in a Record (`records.new(...)`) and write functions that take it',
}))

export const lambda = fixed('lambda', 'there are no lambdas', 'declare the function with `def` and pass its name')

export const withStatement = problemKind('SenseSyntaxError', 'with', (word: string) => ({
  headline: `there is no \`${word}\` statement`,
  hint: 'assign the value to a name: what a program opens is closed when it ends',
}))

export const globalStatement = problemKind('SenseSyntaxError', 'global', (word: string) => ({
  headline: `there is no \`${word}\` statement`,
  hint: 'an assignment updates the nearest name that is bound; `local x = ...` makes a new one',
}))

export const functionWord = problemKind('SenseSyntaxError', 'function-word', (word: string) => ({
  headline: `\`${word}\` is not a word of Sense`,
  hint: 'a function is declared with `def`: `def f(x):`',
}))

export const variableWord = problemKind('SenseSyntaxError', 'variable-word', (word: string) => ({
  headline: `a variable is declared without \`${word}\``,
  hint: 'write `x = 1`, with a type `x: Int = 1`, or `local x = 1` for this block only',
}))

export const switchStatement = problemKind('SenseSyntaxError', 'switch', (word: string) => ({
  headline: `there is no \`${word}\` statement`,
  hint: 'compare with `if`, `else if` and `else`',
}))

export const foreignLoop = problemKind('SenseSyntaxError', 'foreign-loop', (word: string) => ({
  headline: `there is no \`${word}\` in Sense`,
  hint: 'loops are `while c:` and `for x in xs:`; the opposite of a condition is `not c`',
}))

export const forParentheses = fixed(
  'for-parentheses',
  '`for` names one variable, without parentheses',
  'write `for x in xs:`, to count `for i in range(10):`',
)

export const forNeedsIn = fixed('for-needs-in', '`in` is missing behind the loop variable', 'write `for x in xs:`')

export const callWithoutParentheses = problemKind(
  'SenseSyntaxError',
  'call-without-parentheses',
  (name: string, rest?: string) => ({
    headline: `a call of ${quotedExcerpt(name, 40)} needs parentheses`,
    hint: `write \`${callHint(name, rest)}\``,
  }),
)

/** `rest`: what stands behind the name, if it is short enough to show. */
function callHint(name: string, rest = 'x'): string {
  const called = ['echo', 'puts', 'printf', 'println', 'say'].includes(name) ? 'print' : name.slice(0, 40)
  return visibleText(`${called}(${rest})`)
}

export const raise = problemKind('SenseSyntaxError', 'raise', (word: string) => ({
  headline: `\`${word}\` is not a word of Sense`,
  hint: 'write `assert(false, "what went wrong")`',
}))

export const yieldStatement = fixed(
  'yield',
  'there are no generators, so no `yield`',
  'collect the values in an Array with `push` and return it',
)

export const awaitWord = fixed('await-word', '`await` is a function', 'call it: `await(future)`')

export const newWord = fixed(
  'new-word',
  'there is no `new`',
  'call it directly; a class of a JavaScript module is made with `m.Name.new(...)`',
)

export const deleteStatement = problemKind('SenseSyntaxError', 'delete', (word: string) => ({
  headline: `there is no \`${word}\` statement`,
  hint: 'make a new value without it: `records.without(r, key)`, `arrays.filter(xs, f)`',
}))

export const modifier = problemKind('SenseSyntaxError', 'modifier', (word: string) => ({
  headline: `there is no \`${word}\` in Sense`,
  hint: 'leave the word out: every name at the top of a file can be imported',
}))

export const foreignImport = problemKind('SenseSyntaxError', 'foreign-import', (word: string) => ({
  headline: `\`${word}\` is not a word of Sense`,
  hint: 'write `import "./file.sns" as name`',
}))

export const skillBlock = problemKind('SenseSyntaxError', 'skill-block', (name: string) => ({
  headline: 'a skill is made by a call, it has no block',
  hint: `write \`${name} = skill("${name}", "what it is for", [tool_name])\``,
}))

export const thenWord = fixed('then-word', '`then` is not a word of Sense', 'end the condition with `:`')

export const typeOperator = problemKind('SenseSyntaxError', 'type-operator', (word: string) => ({
  headline: `\`${word}\` is not an operator of Sense`,
  hint: 'ask with `type_of(x)`, which gives the name of the type',
}))

// ---- Declarations

export const keywordAsName = problemKind('SenseSyntaxError', 'keyword-as-name', (word: string) => ({
  headline: `\`${word}\` is a keyword of Sense and cannot be used as a name here`,
  ...keywordHint(word),
}))

function keywordHint(word: string): { hint: string } {
  return {
    hint:
      word === 'model' ? 'a model is declared with `model name = ...`' : `choose another name, such as \`${word}_\``,
  }
}

export const keywordAsType = problemKind('SenseSyntaxError', 'keyword-as-type', (word: string) => ({
  headline: `\`${word}\` is a keyword of Sense, not a type`,
  ...typeHint(word),
}))

function typeHint(word: string): { hint?: string } {
  const name = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
  return ['Nil', 'Agent', 'Action', 'Tool', 'Memory', 'Model'].includes(name)
    ? { hint: `the type is written \`${name}\`` }
    : {}
}

export const missingDef = problemKind('SenseSyntaxError', 'missing-def', (name: string) => ({
  headline: `this looks like the first line of a function ${quotedExcerpt(name, 40)}, but \`def\` is missing`,
  hint: `write \`def ${visibleText(name.slice(0, 40))}(...):\``,
}))

export const missingParentheses = problemKind('SenseSyntaxError', 'missing-parentheses', (name: string) => ({
  headline: `the parameters of ${quotedExcerpt(name, 40)} are missing`,
  label: '`(` belongs here',
  hint: `write \`${visibleText(name.slice(0, 40))}()\`, also without parameters`,
}))

export const defWithReturns = problemKind('SenseSyntaxError', 'def-with-returns', (name: string) => ({
  headline: `the result type of ${quotedExcerpt(name, 40)} is not written with \`returns\``,
  hint: 'a `def` has `-> Type`; `returns Type` belongs to a `tool`',
}))

export const toolWithArrow = fixed(
  'tool-with-arrow',
  'the result type of a tool is not written with `->`',
  'write `returns Type`; `-> Type` belongs to a `def`',
)

export const actionWithResult = fixed(
  'action-with-result',
  'an action declares no result type',
  'leave it out: the result of an action is what its body returns',
)

export const actionNeedsKind = fixed(
  'action-needs-kind',
  'an action must say whether it can be undone',
  'write `reversible action`, with a `rollback` block, or `irreversible action`',
)

export const needsRollback = problemKind('SenseSyntaxError', 'needs-rollback', (name: string) => ({
  headline: `the reversible action ${quotedExcerpt(name, 40)} has no \`rollback\` block`,
  hint: 'add `rollback:` right behind its body, or declare it `irreversible`',
}))

export const forbidsRollback = problemKind('SenseSyntaxError', 'forbids-rollback', (name: string) => ({
  headline: `the irreversible action ${quotedExcerpt(name, 40)} cannot have a \`rollback\` block`,
  hint: 'remove the block, or declare the action `reversible`',
}))

export const compensate = fixed('compensate', '`compensate` is now called `rollback`', 'write `rollback:`')

export const rollbackWithoutAction = fixed(
  'rollback-without-action',
  'this `rollback` does not follow a reversible action',
  'put it right behind the body of the action, with the same indentation as the action',
)

export const asyncDef = problemKind('SenseSyntaxError', 'async-def', (word: string) => ({
  headline: `\`async\` cannot stand before ${quotedExcerpt(word, 40)}`,
  hint: 'only a tool or an agent is async: `async tool`, `async agent`; any `def` may wait',
}))

export const defaultParameter = problemKind('SenseSyntaxError', 'default-parameter', (name: string) => ({
  headline: `the parameter ${quotedExcerpt(name, 40)} cannot have a default value`,
  hint: 'pass the value in every call, or write a second function',
}))

export const variadicParameter = fixed(
  'variadic-parameter',
  'a function takes a fixed number of parameters',
  'take one Array and pass `[a, b]`',
)

export const tooManyParameters = problemKind(
  'SenseSyntaxError',
  'too-many-parameters',
  (owner: string, limit: number) => ({
    headline: `${quotedExcerpt(owner, 40)} has more than ${limit} parameters`,
    hint: 'take one Array or Record instead',
  }),
)

export const duplicateParameter = problemKind(
  'SenseSyntaxError',
  'duplicate-parameter',
  (name: string, owner: string) => ({
    headline: `${quotedExcerpt(owner, 40)} has two parameters called ${quotedExcerpt(name, 40)}`,
  }),
)

export const duplicateLabel = problemKind('SenseSyntaxError', 'duplicate-label', (label: string) => ({
  headline: `the label ${quotedExcerpt(label, 40)} is given twice in this call`,
}))

export const positionalAfterLabel = fixed(
  'positional-after-label',
  'an argument without a label stands behind one with a label',
  'put the labelled arguments last',
)

export const toolClauseOrder = problemKind('SenseSyntaxError', 'tool-clause-order', (word: string) => ({
  headline: `\`${word}\` stands in the wrong place in the first line of a tool`,
  hint: 'the order is: parameters, `returns Type`, `requires capability`, "description"',
}))

export const patternCapability = fixed(
  'pattern-capability',
  'a `*` stands only at the end of a rule, after a dot',
  'write `deny shop.*` for all capabilities that begin with `shop.`, and each by its name elsewhere',
)

export const severalCapabilities = problemKind('SenseSyntaxError', 'several-capabilities', (kind: CapabilityUse) => ({
  headline: capabilityCounts[kind],
  hint: capabilityHints[kind],
}))

/** Where a capability is written. */
type CapabilityUse = 'tool' | 'action' | 'rule'

const capabilityCounts: Readonly<Record<CapabilityUse, string>> = {
  tool: 'a tool requires at most one capability',
  action: 'an action requires at most one capability',
  rule: 'a rule of `policy` names one capability',
}

const capabilityHints: Readonly<Record<CapabilityUse, string>> = {
  tool: 'name one capability that covers both',
  action: 'name one capability that covers both; `approval` may stand beside it',
  rule: 'write a rule of its own, in a line of its own, for each capability',
}

export const approvalWithDot = fixed(
  'approval-with-dot',
  '`approval` is no capability and has no parts',
  'write `requires approval`, or give the capability another first word',
)

export const repeatedApproval = fixed('repeated-approval', '`approval` is required twice', 'name it once')

export const inferenceNeedsModel = problemKind('SenseSyntaxError', 'inference-needs-model', (name: string) => ({
  headline: `${quotedExcerpt(name, 40)} is a model and must be declared as one`,
  hint: `write \`model ${visibleText(name.slice(0, 40))} = inference(...)\``,
}))

export const declarationNeedsValue = problemKind('SenseSyntaxError', 'declaration-needs-value', (name: string) => ({
  headline: `the declaration of ${quotedExcerpt(name, 40)} has no value`,
  hint: 'give it one: `= ...`',
}))

export const testNeedsTitle = fixed('test-needs-title', 'a test is named by a String', 'write `test "what it shows":`')

export const policyRule = fixed(
  'policy-rule',
  'a rule of `policy` begins with `allow` or `deny`',
  'write `allow files.read` or `deny files.write`',
)

export const ruleOutsidePolicy = problemKind('SenseSyntaxError', 'rule-outside-policy', (word: string) => ({
  headline: `\`${word}\` stands outside a \`policy\``,
  hint: `write \`policy: ${word} files.read\``,
}))

export const typeBrackets = problemKind('SenseSyntaxError', 'type-brackets', (name: string) => ({
  headline: 'the parts of a type are not written in square brackets',
  hint: ['Array', 'List', 'list'].includes(name)
    ? 'write `Array<Int>`'
    : `an Array of them is \`Array<${visibleText(name.slice(0, 40))}>\``,
}))

export const emptyType = fixed(
  'empty-type',
  'the brackets of this type are empty',
  'name the type of the elements, `Array<Int>`, or leave the brackets out: `Array`',
)

export const unionType = problemKind('SenseSyntaxError', 'union-type', (symbol: string) => ({
  headline: `a type cannot be combined with \`${symbol}\``,
  hint: 'leave the type out, or write `Any`',
}))

// ---- attempt, return, break

export const attemptNeedsFailed = fixed(
  'attempt-needs-failed',
  'this `attempt` has no `failed` block',
  'add `failed problem:` behind its body, with the same indentation as `attempt`',
)

export const attemptOneLine = problemKind('SenseSyntaxError', 'attempt-one-line', (word: string) => ({
  headline: `the body of \`${word}\` must stand on lines of its own`,
  hint: 'end the line with `:` and indent the body below it',
}))

export const failedNeedsName = fixed(
  'failed-needs-name',
  '`failed` needs a name for the problem',
  'write `failed problem:`; the block can then read `problem.message`',
)

export const failedWithoutAttempt = fixed(
  'failed-without-attempt',
  'this `failed` follows no `attempt`',
  'put it right behind the body of an `attempt:`, with the same indentation',
)

export const returnOutside = fixed(
  'return-outside',
  '`return` stands outside the body of a function, tool, action or agent',
  'to end the whole program early, put it into a function and return from that',
)

export const loopWordOutside = problemKind('SenseSyntaxError', 'loop-word-outside', (word: string) => ({
  headline: `\`${word}\` stands outside a loop`,
  hint: 'it belongs in the body of a `while` or `for`; a function inside a loop is a body of its own',
}))

// ---- Assignment

export const assignToMember = problemKind('SenseSyntaxError', 'assign-to-member', (member: string) => ({
  headline: `the member ${quotedExcerpt(member, 40)} cannot be assigned: members are read-only`,
  hint: `in a Record a key is set with \`r["${visibleText(member.slice(0, 40))}"] = value\``,
}))

export const assignToValue = problemKind('SenseSyntaxError', 'assign-to-value', (what: string) => ({
  headline: `${what} cannot be assigned to`,
  hint: 'left of `=` stands a name or an index such as `xs[0]`; equality is `==`',
}))

export const severalTargets = fixed(
  'several-targets',
  'only one name can be assigned at a time',
  'write one line for each name',
)

export const severalValues = fixed(
  'several-values',
  'values side by side need brackets',
  'make an Array of them: `[a, b]`',
)

// ---- Imports

export const severalImports = fixed('several-imports', 'one `import` brings in one module', 'write a line for each')

export const importStar = fixed(
  'import-star',
  '`*` cannot be imported',
  'name what you need, or import the module and write `m.name`',
)

export const importBraces = fixed(
  'import-braces',
  'imported names are not written in braces',
  'write `from "./file.sns" import a, b`',
)

export const importOrder = fixed(
  'import-order',
  '`from` comes before `import`',
  'write `from "./file.sns" import name`',
)

export const importNeedsPath = problemKind('SenseSyntaxError', 'import-needs-path', (host: string | undefined) => ({
  headline:
    host === undefined ? 'the path of the file to import is missing' : `the name of the ${host} module is missing`,
  hint: host === undefined ? 'write `import "./file.sns" as name`' : `write \`import ${host} "module" as name\``,
}))

export const importNeedsAlias = problemKind('SenseSyntaxError', 'import-needs-alias', (path: string) => ({
  headline: `no name can be made of ${quotedExcerpt(path, 60)}`,
  hint: 'give the module one: `import ... as name`',
}))

export const keywordNeedsAlias = problemKind('SenseSyntaxError', 'keyword-needs-alias', (word: string) => ({
  headline: `\`${word}\` is a keyword of Sense and needs another name here`,
  hint: `write \`${word} as ${word}_\``,
}))

// ---- Limits

export const nestingTooDeep = problemKind('SenseSyntaxError', 'nesting-too-deep', (limit: number) => ({
  headline: `this is nested more than ${limit} levels deep`,
  hint: 'move the inner part into a function or a name of its own',
}))

export const chainTooLong = problemKind('SenseSyntaxError', 'chain-too-long', (what: string, limit: number) => ({
  headline: `this is a chain of more than ${limit} ${what}`,
  hint: 'split it into several statements',
}))

export const moreProblems = problemKind('SenseSyntaxError', 'more-problems', (more: number) => ({
  headline: `${count(more, 'more problem')} in this file ${more === 1 ? 'is' : 'are'} not shown`,
}))

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
