/**
 * The programs of the engine benchmark, each in Sense, and as one would write it by hand in JavaScript and in Python.
 *
 * `SIZE` in a text stands for the size, so that slow engines can run a smaller one. All three print the same.
 */

export interface EngineProgram {
  readonly name: string
  readonly size: number
  /** The size that takes about a hundredth of the time; a hundredth of `size` if not given. */
  readonly referenceSize?: number
  readonly sense: string
  readonly javascript: string
  readonly python: string
  /** Further files of the Sense program, by name. */
  readonly files?: Readonly<Record<string, string>>
  /** The reference implementation cannot run it. */
  readonly isBeyondReference?: true
}

/** The same in other languages, for the program that is one file and for that which is three. */
const clampedWalks = {
  javascript: `
function clamp(x, low, high) {
  if (x < low) return low
  return x > high ? high : x
}
const mix = (a, b) => (a * 31 + b) % 65521
const step = (state, i) => clamp(mix(state, i), 100, 60000)
function walk(n) {
  let state = 1
  for (let i = 0; i < n; i += 1) state = step(state, i)
  return state
}
function run(n) {
  let total = 0
  for (let i = 0; i < n; i += 1) total = mix(total, clamp(i, 10, 1000))
  return total + walk(n)
}
console.log(run(SIZE))
`,
  python: `
def clamp(x, low, high):
    if x < low: return low
    if x > high: return high
    return x
def mix(a, b):
    return (a * 31 + b) % 65521
def step(state, i):
    return clamp(mix(state, i), 100, 60000)
def walk(n):
    state = 1
    for i in range(n): state = step(state, i)
    return state
def run(n):
    total = 0
    for i in range(n): total = mix(total, clamp(i, 10, 1000))
    return total + walk(n)
print(run(SIZE))
`,
} as const

export const enginePrograms: readonly EngineProgram[] = [
  {
    name: 'fib',
    size: 33,
    referenceSize: 23,
    sense: `
def fib(n):
    if n < 2: return n
    return fib(n - 1) + fib(n - 2)
print(fib(SIZE))
`,
    javascript: `
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2))
console.log(fib(SIZE))
`,
    python: `
def fib(n):
    if n < 2: return n
    return fib(n - 1) + fib(n - 2)
print(fib(SIZE))
`,
  },
  {
    name: 'integer-loop',
    size: 20_000_000,
    sense: `
def run(n):
    total = 0
    i = 0
    while i < n:
        total = (total + i * i) % 1000003
        i = i + 1
    return total
print(run(SIZE))
`,
    javascript: `
function run(n) {
  let total = 0
  for (let i = 0; i < n; i += 1) total = (total + i * i) % 1000003
  return total
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    total = 0
    i = 0
    while i < n:
        total = (total + i * i) % 1000003
        i = i + 1
    return total
print(run(SIZE))
`,
  },
  {
    name: 'nested-ranges',
    size: 5_000,
    referenceSize: 500,
    sense: `
def run(n):
    total = 0
    for i in range(n):
        for j in range(i, n):
            if (i + j) % 3 == 0: total = total + j - i
    return total
print(run(SIZE))
`,
    javascript: `
function run(n) {
  let total = 0
  for (let i = 0; i < n; i += 1) {
    for (let j = i; j < n; j += 1) if ((i + j) % 3 === 0) total += j - i
  }
  return total
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    total = 0
    for i in range(n):
        for j in range(i, n):
            if (i + j) % 3 == 0: total = total + j - i
    return total
print(run(SIZE))
`,
  },
  {
    name: 'module-level-loop',
    size: 20_000_000,
    sense: `
total = 0
i = 0
while i < SIZE:
    total = total + i % 7
    i = i + 1
print(total)
`,
    javascript: `
let total = 0
let i = 0
while (i < SIZE) {
  total += i % 7
  i += 1
}
console.log(total)
`,
    python: `
total = 0
i = 0
while i < SIZE:
    total = total + i % 7
    i = i + 1
print(total)
`,
  },
  {
    name: 'sieve',
    size: 5_000_000,
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
print(sieve(SIZE))
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
console.log(sieve(SIZE))
`,
    python: `
def sieve(n):
    marks = []
    for i in range(n + 1): marks.append(True)
    count = 0
    for i in range(2, n + 1):
        if marks[i]:
            count = count + 1
            j = i * i
            while j <= n:
                marks[j] = False
                j = j + i
    return count
print(sieve(SIZE))
`,
  },
  {
    name: 'push-concat',
    size: 10_000,
    sense: `
def run(n):
    total = 0
    for round in range(n):
        xs = []
        for i in range(500): push(xs, i + round)
        ys = xs + [round] + xs
        for y in ys: total = total + y
    return total
print(run(SIZE))
`,
    javascript: `
function run(n) {
  let total = 0
  for (let round = 0; round < n; round += 1) {
    const xs = []
    for (let i = 0; i < 500; i += 1) xs.push(i + round)
    const ys = xs.concat([round], xs)
    for (const y of ys) total += y
  }
  return total
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    total = 0
    for round in range(n):
        xs = []
        for i in range(500): xs.append(i + round)
        ys = xs + [round] + xs
        for y in ys: total = total + y
    return total
print(run(SIZE))
`,
  },
  {
    name: 'string-index',
    size: 4_000_000,
    sense: `
def count(text, letter):
    n = 0
    i = 0
    while i < len(text):
        if text[i] == letter: n = n + 1
        i = i + 1
    return n
text = ""
for i in range(SIZE): text = text + "ab"
print(count(text, "b"))
`,
    javascript: `
function count(text, letter) {
  let n = 0
  for (let i = 0; i < text.length; i += 1) if (text[i] === letter) n += 1
  return n
}
let text = ''
for (let i = 0; i < SIZE; i += 1) text += 'ab'
console.log(count(text, 'b'))
`,
    python: `
def count(text, letter):
    n = 0
    i = 0
    while i < len(text):
        if text[i] == letter: n = n + 1
        i = i + 1
    return n
text = ""
for i in range(SIZE): text = text + "ab"
print(count(text, "b"))
`,
  },
  {
    name: 'string-building',
    size: 1_000_000,
    sense: `
def run(n):
    lines = []
    line = ""
    for i in range(n):
        line = line + str(i) + ","
        if len(line) > 70:
            push(lines, line)
            line = ""
    return len(lines) + len(line)
print(run(SIZE))
`,
    javascript: `
function run(n) {
  const lines = []
  let line = ''
  for (let i = 0; i < n; i += 1) {
    line = line + String(i) + ','
    if (line.length > 70) {
      lines.push(line)
      line = ''
    }
  }
  return lines.length + line.length
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    lines = []
    line = ""
    for i in range(n):
        line = line + str(i) + ","
        if len(line) > 70:
            lines.append(line)
            line = ""
    return len(lines) + len(line)
print(run(SIZE))
`,
  },
  {
    name: 'call-by-variable',
    size: 15_000_000,
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
print(run([inc, dec, inc], SIZE))
`,
    javascript: `
const inc = (x) => x + 1
const dec = (x) => x - 1
function run(fs, n) {
  let total = 0
  for (let i = 0; i < n; i += 1) total = fs[i % 3](total)
  return total
}
console.log(run([inc, dec, inc], SIZE))
`,
    python: `
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
print(run([inc, dec, inc], SIZE))
`,
  },
  {
    name: 'closures',
    size: 10_000_000,
    sense: `
def counter(step):
    count = 0
    def next():
        count = count + step
        return count
    return next
def run(n):
    total = 0
    for i in range(n):
        next = counter(i % 5)
        next()
        total = total + next()
    return total
print(run(SIZE))
`,
    javascript: `
function counter(step) {
  let count = 0
  return () => {
    count += step
    return count
  }
}
function run(n) {
  let total = 0
  for (let i = 0; i < n; i += 1) {
    const next = counter(i % 5)
    next()
    total += next()
  }
  return total
}
console.log(run(SIZE))
`,
    python: `
def counter(step):
    count = 0
    def next():
        nonlocal count
        count = count + step
        return count
    return next
def run(n):
    total = 0
    for i in range(n):
        next = counter(i % 5)
        next()
        total = total + next()
    return total
print(run(SIZE))
`,
  },
  {
    name: 'records',
    size: 3_000_000,
    isBeyondReference: true,
    sense: `
import sense records
def run(n):
    account = records.new(name: "ada", balance: 0, count: 0)
    for i in range(n):
        account["balance"] = account["balance"] + i % 100
        account["count"] = account.count + 1
    return account.balance + account.count
print(run(SIZE))
`,
    javascript: `
function run(n) {
  const account = { name: 'ada', balance: 0, count: 0 }
  for (let i = 0; i < n; i += 1) {
    account.balance += i % 100
    account.count += 1
  }
  return account.balance + account.count
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    account = {"name": "ada", "balance": 0, "count": 0}
    for i in range(n):
        account["balance"] = account["balance"] + i % 100
        account["count"] = account["count"] + 1
    return account["balance"] + account["count"]
print(run(SIZE))
`,
  },
  {
    name: 'float-locals',
    size: 20_000_000,
    sense: `
def run(n):
    x = 0.5
    i = 0
    while i < n:
        x = x * 3.9 * (1.0 - x)
        i = i + 1
    return x > 0.5
print(run(SIZE))
`,
    javascript: `
function run(n) {
  let x = 0.5
  for (let i = 0; i < n; i += 1) x = x * 3.9 * (1 - x)
  return x > 0.5
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    x = 0.5
    i = 0
    while i < n:
        x = x * 3.9 * (1.0 - x)
        i = i + 1
    return x > 0.5
print(run(SIZE))
`,
  },
  {
    name: 'mandelbrot',
    size: 800,
    referenceSize: 40,
    sense: `
def inside(cx, cy):
    x = 0.0
    y = 0.0
    for round in range(100):
        xx = x * x
        yy = y * y
        if xx + yy > 4.0: return 0
        y = 2.0 * x * y + cy
        x = xx - yy + cx
    return 1
def run(n):
    count = 0
    for row in range(n):
        for column in range(n):
            count = count + inside(3.0 * column / n - 2.0, 2.0 * row / n - 1.0)
    return count
print(run(SIZE))
`,
    javascript: `
function inside(cx, cy) {
  let x = 0
  let y = 0
  for (let round = 0; round < 100; round += 1) {
    const xx = x * x
    const yy = y * y
    if (xx + yy > 4) return 0
    y = 2 * x * y + cy
    x = xx - yy + cx
  }
  return 1
}
function run(n) {
  let count = 0
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column < n; column += 1) count += inside((3 * column) / n - 2, (2 * row) / n - 1)
  }
  return count
}
console.log(run(SIZE))
`,
    python: `
def inside(cx, cy):
    x = 0.0
    y = 0.0
    for round in range(100):
        xx = x * x
        yy = y * y
        if xx + yy > 4.0: return 0
        y = 2.0 * x * y + cy
        x = xx - yy + cx
    return 1
def run(n):
    count = 0
    for row in range(n):
        for column in range(n):
            count = count + inside(3.0 * column / n - 2.0, 2.0 * row / n - 1.0)
    return count
print(run(SIZE))
`,
  },
  {
    name: 'n-body',
    size: 300_000,
    sense: `
def root(x):
    guess = x / 2.0 + 0.5
    for round in range(6): guess = (guess + x / guess) / 2.0
    return guess
def advance(xs, ys, us, vs, masses, dt):
    n = len(xs)
    for i in range(n):
        for j in range(i + 1, n):
            dx = xs[i] - xs[j]
            dy = ys[i] - ys[j]
            square = dx * dx + dy * dy + 0.01
            pull = dt / (square * root(square))
            us[i] = us[i] - dx * masses[j] * pull
            vs[i] = vs[i] - dy * masses[j] * pull
            us[j] = us[j] + dx * masses[i] * pull
            vs[j] = vs[j] + dy * masses[i] * pull
    for i in range(n):
        xs[i] = xs[i] + dt * us[i]
        ys[i] = ys[i] + dt * vs[i]
def run(steps):
    xs = [0.0, 4.8, 8.3, 12.9, 15.4]
    ys = [0.0, -1.2, 4.1, -15.1, -25.9]
    us = [0.0, 0.6, -1.0, 1.1, 1.0]
    vs = [0.0, 2.8, 1.8, 0.9, 0.6]
    masses = [39.5, 0.04, 0.01, 0.002, 0.002]
    for step in range(steps): advance(xs, ys, us, vs, masses, 0.001)
    return int(xs[1] * 1000.0)
print(run(SIZE))
`,
    javascript: `
function root(x) {
  let guess = x / 2 + 0.5
  for (let round = 0; round < 6; round += 1) guess = (guess + x / guess) / 2
  return guess
}
function advance(xs, ys, us, vs, masses, dt) {
  const n = xs.length
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1) {
      const dx = xs[i] - xs[j]
      const dy = ys[i] - ys[j]
      const square = dx * dx + dy * dy + 0.01
      const pull = dt / (square * root(square))
      us[i] -= dx * masses[j] * pull
      vs[i] -= dy * masses[j] * pull
      us[j] += dx * masses[i] * pull
      vs[j] += dy * masses[i] * pull
    }
  }
  for (let i = 0; i < n; i += 1) {
    xs[i] += dt * us[i]
    ys[i] += dt * vs[i]
  }
}
function run(steps) {
  const xs = [0.0, 4.8, 8.3, 12.9, 15.4]
  const ys = [0.0, -1.2, 4.1, -15.1, -25.9]
  const us = [0.0, 0.6, -1.0, 1.1, 1.0]
  const vs = [0.0, 2.8, 1.8, 0.9, 0.6]
  const masses = [39.5, 0.04, 0.01, 0.002, 0.002]
  for (let step = 0; step < steps; step += 1) advance(xs, ys, us, vs, masses, 0.001)
  return Math.trunc(xs[1] * 1000)
}
console.log(run(SIZE))
`,
    python: `
def root(x):
    guess = x / 2.0 + 0.5
    for round in range(6): guess = (guess + x / guess) / 2.0
    return guess
def advance(xs, ys, us, vs, masses, dt):
    n = len(xs)
    for i in range(n):
        for j in range(i + 1, n):
            dx = xs[i] - xs[j]
            dy = ys[i] - ys[j]
            square = dx * dx + dy * dy + 0.01
            pull = dt / (square * root(square))
            us[i] = us[i] - dx * masses[j] * pull
            vs[i] = vs[i] - dy * masses[j] * pull
            us[j] = us[j] + dx * masses[i] * pull
            vs[j] = vs[j] + dy * masses[i] * pull
    for i in range(n):
        xs[i] = xs[i] + dt * us[i]
        ys[i] = ys[i] + dt * vs[i]
def run(steps):
    xs = [0.0, 4.8, 8.3, 12.9, 15.4]
    ys = [0.0, -1.2, 4.1, -15.1, -25.9]
    us = [0.0, 0.6, -1.0, 1.1, 1.0]
    vs = [0.0, 2.8, 1.8, 0.9, 0.6]
    masses = [39.5, 0.04, 0.01, 0.002, 0.002]
    for step in range(steps): advance(xs, ys, us, vs, masses, 0.001)
    return int(xs[1] * 1000.0)
print(run(SIZE))
`,
  },
  {
    name: 'matrix-multiply',
    size: 300,
    referenceSize: 65,
    sense: `
def matrix(n, seed):
    rows = []
    for i in range(n):
        row = []
        for j in range(n): push(row, (i * seed + j) % 10 / 2)
        push(rows, row)
    return rows
def multiply(a, b, n):
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            sum = 0.0
            for k in range(n): sum = sum + a[i][k] * b[k][j]
            push(row, sum)
        push(c, row)
    return c
c = multiply(matrix(SIZE, 3), matrix(SIZE, 7), SIZE)
print(int(c[1][2]))
`,
    javascript: `
function matrix(n, seed) {
  const rows = []
  for (let i = 0; i < n; i += 1) {
    const row = []
    for (let j = 0; j < n; j += 1) row.push(((i * seed + j) % 10) / 2)
    rows.push(row)
  }
  return rows
}
function multiply(a, b, n) {
  const c = []
  for (let i = 0; i < n; i += 1) {
    const row = []
    for (let j = 0; j < n; j += 1) {
      let sum = 0
      for (let k = 0; k < n; k += 1) sum += a[i][k] * b[k][j]
      row.push(sum)
    }
    c.push(row)
  }
  return c
}
const c = multiply(matrix(SIZE, 3), matrix(SIZE, 7), SIZE)
console.log(Math.trunc(c[1][2]))
`,
    python: `
def matrix(n, seed):
    rows = []
    for i in range(n):
        row = []
        for j in range(n): row.append((i * seed + j) % 10 / 2)
        rows.append(row)
    return rows
def multiply(a, b, n):
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            sum = 0.0
            for k in range(n): sum = sum + a[i][k] * b[k][j]
            row.append(sum)
        c.append(row)
    return c
c = multiply(matrix(SIZE, 3), matrix(SIZE, 7), SIZE)
print(int(c[1][2]))
`,
  },
  {
    name: 'branches',
    size: 10_000_000,
    sense: `
def run(n):
    state = 1
    ups = 0
    downs = 0
    i = 0
    while i < n:
        state = (state * 1103 + 12345) % 65536
        if state % 4 == 0: ups = ups + 1
        else if state % 4 == 1 and state > 1000: downs = downs + 1
        else if state % 4 == 2 or state < 100: ups = ups + 2
        else: downs = downs - 1
        i = i + 1
    return ups - downs
print(run(SIZE))
`,
    javascript: `
function run(n) {
  let state = 1
  let ups = 0
  let downs = 0
  for (let i = 0; i < n; i += 1) {
    state = (state * 1103 + 12345) % 65536
    if (state % 4 === 0) ups += 1
    else if (state % 4 === 1 && state > 1000) downs += 1
    else if (state % 4 === 2 || state < 100) ups += 2
    else downs -= 1
  }
  return ups - downs
}
console.log(run(SIZE))
`,
    python: `
def run(n):
    state = 1
    ups = 0
    downs = 0
    i = 0
    while i < n:
        state = (state * 1103 + 12345) % 65536
        if state % 4 == 0: ups = ups + 1
        elif state % 4 == 1 and state > 1000: downs = downs + 1
        elif state % 4 == 2 or state < 100: ups = ups + 2
        else: downs = downs - 1
        i = i + 1
    return ups - downs
print(run(SIZE))
`,
  },
  {
    name: 'collatz',
    size: 200_000,
    sense: `
def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0: n = int(n / 2)
        else: n = 3 * n + 1
        count = count + 1
    return count
def run(limit):
    best = 0
    for n in range(1, limit):
        count = steps(n)
        if count > best: best = count
    return best
print(run(SIZE))
`,
    javascript: `
function steps(n) {
  let count = 0
  while (n !== 1) {
    if (n % 2 === 0) n = Math.trunc(n / 2)
    else n = 3 * n + 1
    count += 1
  }
  return count
}
function run(limit) {
  let best = 0
  for (let n = 1; n < limit; n += 1) {
    const count = steps(n)
    if (count > best) best = count
  }
  return best
}
console.log(run(SIZE))
`,
    python: `
def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0: n = int(n / 2)
        else: n = 3 * n + 1
        count = count + 1
    return count
def run(limit):
    best = 0
    for n in range(1, limit):
        count = steps(n)
        if count > best: best = count
    return best
print(run(SIZE))
`,
  },
  {
    name: 'big-ints',
    size: 60_000,
    referenceSize: 3_000,
    sense: `
def fibonacci(n):
    a = 0
    b = 1
    for i in range(n):
        c = a + b
        a = b
        b = c
    return a
def run(n):
    product = 1
    for i in range(1, 2000): product = product * i
    return (fibonacci(n) + product) % 1000000007
print(run(SIZE))
`,
    javascript: `
function fibonacci(n) {
  let a = 0n
  let b = 1n
  for (let i = 0; i < n; i += 1) [a, b] = [b, a + b]
  return a
}
function run(n) {
  let product = 1n
  for (let i = 1n; i < 2000n; i += 1n) product *= i
  return (fibonacci(n) + product) % 1000000007n
}
console.log(String(run(SIZE)))
`,
    python: `
def fibonacci(n):
    a = 0
    b = 1
    for i in range(n):
        c = a + b
        a = b
        b = c
    return a
def run(n):
    product = 1
    for i in range(1, 2000): product = product * i
    return (fibonacci(n) + product) % 1000000007
print(run(SIZE))
`,
  },
  {
    name: 'quicksort',
    size: 500_000,
    sense: `
def numbers(n):
    xs = []
    x = 42
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        push(xs, x)
    return xs
def sort(xs):
    if len(xs) < 2: return xs
    pivot = xs[0]
    less = []
    same = []
    more = []
    for x in xs:
        if x < pivot: push(less, x)
        else if x == pivot: push(same, x)
        else: push(more, x)
    return sort(less) + same + sort(more)
print(sort(numbers(SIZE))[-1])
`,
    javascript: `
function numbers(n) {
  const xs = []
  let x = 42
  for (let i = 0; i < n; i += 1) {
    x = Number((BigInt(x) * 1103515245n + 12345n) % 2147483648n)
    xs.push(x)
  }
  return xs
}
function sort(xs) {
  if (xs.length < 2) return xs
  const pivot = xs[0]
  const less = []
  const same = []
  const more = []
  for (const x of xs) {
    if (x < pivot) less.push(x)
    else if (x === pivot) same.push(x)
    else more.push(x)
  }
  return sort(less).concat(same, sort(more))
}
console.log(sort(numbers(SIZE)).at(-1))
`,
    python: `
def numbers(n):
    xs = []
    x = 42
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        xs.append(x)
    return xs
def sort(xs):
    if len(xs) < 2: return xs
    pivot = xs[0]
    less = []
    same = []
    more = []
    for x in xs:
        if x < pivot: less.append(x)
        elif x == pivot: same.append(x)
        else: more.append(x)
    return sort(less) + same + sort(more)
print(sort(numbers(SIZE))[-1])
`,
  },
  {
    name: 'queens',
    size: 10,
    referenceSize: 6,
    sense: `
def solve(n, row, columns, ups, downs):
    if row == n: return 1
    count = 0
    for column in range(n):
        up = row + column
        down = row - column + n
        if not columns[column] and not ups[up] and not downs[down]:
            columns[column] = true
            ups[up] = true
            downs[down] = true
            count = count + solve(n, row + 1, columns, ups, downs)
            columns[column] = false
            ups[up] = false
            downs[down] = false
    return count
def flags(n):
    xs = []
    for i in range(n): push(xs, false)
    return xs
print(solve(SIZE, 0, flags(SIZE), flags(2 * SIZE), flags(2 * SIZE)))
`,
    javascript: `
function solve(n, row, columns, ups, downs) {
  if (row === n) return 1
  let count = 0
  for (let column = 0; column < n; column += 1) {
    const up = row + column
    const down = row - column + n
    if (columns[column] || ups[up] || downs[down]) continue
    columns[column] = true
    ups[up] = true
    downs[down] = true
    count += solve(n, row + 1, columns, ups, downs)
    columns[column] = false
    ups[up] = false
    downs[down] = false
  }
  return count
}
const flags = (n) => new Array(n).fill(false)
console.log(solve(SIZE, 0, flags(SIZE), flags(2 * SIZE), flags(2 * SIZE)))
`,
    python: `
def solve(n, row, columns, ups, downs):
    if row == n: return 1
    count = 0
    for column in range(n):
        up = row + column
        down = row - column + n
        if not columns[column] and not ups[up] and not downs[down]:
            columns[column] = True
            ups[up] = True
            downs[down] = True
            count = count + solve(n, row + 1, columns, ups, downs)
            columns[column] = False
            ups[up] = False
            downs[down] = False
    return count
def flags(n):
    xs = []
    for i in range(n): xs.append(False)
    return xs
print(solve(SIZE, 0, flags(SIZE), flags(2 * SIZE), flags(2 * SIZE)))
`,
  },
  {
    name: 'one-file',
    size: 10_000_000,
    sense: `
def clamp(x, low, high):
    if x < low: return low
    if x > high: return high
    return x
def mix(a, b):
    return (a * 31 + b) % 65521
def step(state, i):
    return clamp(mix(state, i), 100, 60000)
def walk(n):
    state = 1
    for i in range(n): state = step(state, i)
    return state
def run(n):
    total = 0
    for i in range(n): total = mix(total, clamp(i, 10, 1000))
    return total + walk(n)
print(run(SIZE))
`,
    ...clampedWalks,
  },
  {
    name: 'three-modules',
    size: 10_000_000,
    sense: `
from "./numbers.sns" import clamp, mix
import "./walks.sns" as walks
def run(n):
    total = 0
    for i in range(n): total = mix(total, clamp(i, 10, 1000))
    return total + walks.walk(n)
print(run(SIZE))
`,
    files: {
      'numbers.sns': `
def clamp(x, low, high):
    if x < low: return low
    if x > high: return high
    return x
def mix(a, b):
    return (a * 31 + b) % 65521
`,
      'walks.sns': `
import "./numbers.sns" as numbers
def step(state, i):
    return numbers.clamp(numbers.mix(state, i), 100, 60000)
def walk(n):
    state = 1
    for i in range(n): state = step(state, i)
    return state
`,
    },
    ...clampedWalks,
  },
]
