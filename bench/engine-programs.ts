/** The programs of the engine benchmark, each in Sense and in JavaScript as one would write it by hand. */

export interface EngineProgram {
  readonly name: string
  readonly sense: string
  readonly javascript: string
}

export const enginePrograms: readonly EngineProgram[] = [
  {
    name: 'fib',
    sense: `
def fib(n):
    if n < 2: return n
    return fib(n - 1) + fib(n - 2)
print(fib(35))
`,
    javascript: `
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2))
console.log(fib(35))
`,
  },
  {
    name: 'integer-loop',
    sense: `
def run(n):
    total = 0
    i = 0
    while i < n:
        total = (total + i * i) % 1000003
        i = i + 1
    return total
print(run(50000000))
`,
    javascript: `
function run(n) {
  let total = 0
  for (let i = 0; i < n; i += 1) total = (total + i * i) % 1000003
  return total
}
console.log(run(50000000))
`,
  },
  {
    name: 'sieve',
    sense: `
def sieve(n):
    marks = []
    for i in range(n + 1): push(marks, true)
    count = 0
    for i in range(2, n + 1):
        if marks[i]:
            count = count + 1
            j = i * i
            while j <= n:
                marks[j] = false
                j = j + i
    return count
print(sieve(10000000))
`,
    javascript: `
function sieve(n) {
  const marks = []
  for (let i = 0; i <= n; i += 1) marks.push(true)
  let count = 0
  for (let i = 2; i <= n; i += 1) {
    if (!marks[i]) continue
    count += 1
    for (let j = i * i; j <= n; j += i) marks[j] = false
  }
  return count
}
console.log(sieve(10000000))
`,
  },
  {
    name: 'call-by-variable',
    sense: `
def inc(x):
    return x + 1
def dec(x):
    return x - 1
def run(fs, n):
    total = 0
    i = 0
    while i < n:
        f = fs[i % 3]
        total = f(total)
        i = i + 1
    return total
print(run([inc, dec, inc], 30000000))
`,
    javascript: `
const inc = (x) => x + 1
const dec = (x) => x - 1
function run(fs, n) {
  let total = 0
  for (let i = 0; i < n; i += 1) total = fs[i % 3](total)
  return total
}
console.log(run([inc, dec, inc], 30000000))
`,
  },
  {
    name: 'string-index',
    sense: `
def count(text, letter):
    n = 0
    i = 0
    while i < len(text):
        if text[i] == letter: n = n + 1
        i = i + 1
    return n
text = ""
for i in range(2000000): text = text + "ab"
print(count(text, "b"))
`,
    javascript: `
function count(text, letter) {
  let n = 0
  for (let i = 0; i < text.length; i += 1) if (text[i] === letter) n += 1
  return n
}
let text = ''
for (let i = 0; i < 2000000; i += 1) text += 'ab'
console.log(count(text, 'b'))
`,
  },
  {
    name: 'module-level-loop',
    sense: `
total = 0
i = 0
while i < 50000000:
    total = total + i
    i = i + 1
print(total)
`,
    javascript: `
let total = 0
let i = 0
while (i < 50000000) {
  total += i
  i += 1
}
console.log(total)
`,
  },
  {
    name: 'float-locals',
    sense: `
def run(n):
    x = 0.5
    i = 0
    while i < n:
        x = x * 3.9 * (1.0 - x)
        i = i + 1
    return x
print(run(30000000))
`,
    javascript: `
function run(n) {
  let x = 0.5
  for (let i = 0; i < n; i += 1) x = x * 3.9 * (1 - x)
  return x
}
console.log(run(30000000))
`,
  },
]
