import { expect, it } from 'vitest'
import { createProgressLine } from '../../../src/cli/progress-line.ts'

/** A clock that goes on when it is told to. */
function handClock() {
  let nowMs = 0
  const alarms = new Set<{ readonly atMs: number; readonly ring: () => void }>()
  return {
    now: () => nowMs,
    setAlarm(delayMs: number, ring: () => void) {
      const alarm = { atMs: nowMs + delayMs, ring }
      alarms.add(alarm)
      return () => void alarms.delete(alarm)
    },
    goOn(byMs: number) {
      const endMs = nowMs + byMs
      for (;;) {
        const [next] = [...alarms].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        alarms.delete(next)
        nowMs = next.atMs
        next.ring()
      }
      nowMs = endMs
    },
    get openAlarms() {
      return alarms.size
    },
  }
}

function trial(columns = 80) {
  const clock = handClock()
  const shown: string[] = []
  return {
    clock,
    shown,
    line: createProgressLine({ clock, show: (text) => void shown.push(text), columns: () => columns }),
  }
}

it('appears after two seconds, counts on, and goes', () => {
  const { clock, shown, line } = trial()
  const end = line.begin({ kind: 'model', name: 'clerk' })
  clock.goOn(1_999)
  expect(shown).toEqual([])
  clock.goOn(2_001)
  expect(shown).toEqual([
    'waiting for the model clerk: 2 s',
    'waiting for the model clerk: 3 s',
    'waiting for the model clerk: 4 s',
  ])
  end({ outcome: 'ok' })
  expect(shown.at(-1)).toBe('')
  clock.goOn(10_000)
  expect(shown).toHaveLength(4)
  expect(clock.openAlarms).toBe(0)
})

it('stays away for short waits, however many', () => {
  const { clock, shown, line } = trial()
  for (let count = 0; count < 5; count += 1) {
    const end = line.begin({ kind: 'tool', name: 't' })
    clock.goOn(1_500)
    end({ outcome: 'ok' })
  }
  expect(shown.filter((text) => text !== '')).toEqual([])
})

it('counts several waits, and shows control characters of a name as text', () => {
  const { clock, shown, line } = trial()
  const first = line.begin({ kind: 'tool', name: 's.a\u001b[2J' })
  line.begin({ kind: 'server', name: 'x' })
  clock.goOn(1_000)
  const second = line.begin({ kind: 'tool', name: 's.b' })
  clock.goOn(2_000)
  expect(shown.at(-1)).toBe('waiting for the tool s.a\\u{1b}[2J and 1 more: 3 s')
  first({ outcome: 'failed' })
  clock.goOn(1_000)
  expect(shown.at(-1)).toBe('waiting for the tool s.b: 3 s')
  second({ outcome: 'ok' })
  expect(shown.at(-1)).toBe('')
})

it('fits into a narrow terminal, where a second line could not be taken back', () => {
  const { clock, shown, line } = trial(40)
  line.begin({ kind: 'model', name: 'clerk_with_a_rather_long_name' })
  clock.goOn(2_000)
  expect(shown).toEqual(['waiting for the model clerk_with_…: 2 s'])
  const wide = trial(40)
  wide.line.begin({ kind: 'tool', name: '\u6f22'.repeat(30) })
  wide.clock.goOn(2_000)
  expect(wide.shown).toEqual([`waiting for the tool ${'\u6f22'.repeat(6)}…: 2 s`])
  const tiny = trial(12)
  tiny.line.begin({ kind: 'tool', name: 'files.read' })
  tiny.clock.goOn(2_000)
  expect(tiny.shown).toEqual(['waiting fo…'])
})

it('shows what was last said of the tool, or by its server', () => {
  const { clock, shown, line } = trial()
  line.note?.({ kind: 'log', name: 'files', level: 'info', text: 'said before' })
  const end = line.begin({ kind: 'tool', name: 'files.index' })
  clock.goOn(2_000)
  line.note?.({ kind: 'log', name: 'files', level: 'info', text: 'starting' })
  clock.goOn(1_000)
  const note = { kind: 'progress', name: 'files.index', progress: 12 } as const
  line.note?.({ ...note, total: 40, message: 'reading' })
  clock.goOn(1_000)
  line.note?.({ ...note, total: undefined, message: `\u001b[31m${'x'.repeat(100)}` })
  clock.goOn(1_000)
  end({ outcome: 'ok' })
  line.begin({ kind: 'tool', name: 'files.index' })
  clock.goOn(2_000)
  expect(shown.map((text) => text.replace('waiting for the tool files.index: ', ''))).toEqual([
    '2 s',
    '3 s, starting',
    '4 s, 12 of 40, reading',
    `5 s, \\u{1b}[31m${'x'.repeat(29)}…`,
    '',
    '2 s',
  ])
})
