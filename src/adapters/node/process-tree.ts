/**
 * Ends a process with everything it started.
 *
 * A child of ours leads its own process group, so one signal reaches it and its descendants at once. A descendant that
 * left the group still carries the run mark in its environment (Linux), or was noted while its parents lived. One that
 * leaves the group, clears its environment and whose parents have ended can escape.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessEntry, ProcessTable } from './process-table.ts'

export interface ProcessTree {
  /** The group's number, which is its leader's process id. */
  readonly group: number
  /** Random text that stands in the environment of every process of the tree and in no other. */
  readonly mark: string
  /** Processes known to belong to it by descent. */
  readonly noted: ReadonlySet<number>
  readonly table: ProcessTable
}

/** How long the tree has after TERM: what a server needs to save its state. */
const TERM_GRACE_MS = 1_000
/** How long KILL may take to show: only a process stuck in the kernel needs more, and nothing can end that one. */
const KILL_WAIT_MS = 2_000

/** Sends TERM, waits up to a second, sends KILL; resolves when nothing of the tree is left. */
export async function endProcessTree(tree: ProcessTree): Promise<void> {
  if (await signalUntilGone(tree, 'SIGTERM', TERM_GRACE_MS)) return
  await signalUntilGone(tree, 'SIGKILL', KILL_WAIT_MS)
}

/**
 * TERM is sent once to each process, because for many a program a second one means to stop saving. KILL is sent again and
 * again, because a process may be started between two pictures.
 */
async function signalUntilGone(tree: ProcessTree, signal: 'SIGTERM' | 'SIGKILL', waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  const told = new Set<number>()
  let wasEmpty = false
  for (let waitStepMs = 10; ; waitStepMs = Math.min(waitStepMs * 2, 100)) {
    const left = await membersOf(tree)
    // Reading takes time, so a process that forks and ends meanwhile can leave its successor out of one picture.
    if (left.length === 0 && wasEmpty) return true
    wasEmpty = left.length === 0
    if (performance.now() > deadline) return false
    signalMembers(tree, left, signal, told)
    await pause(waitStepMs)
  }
}

async function membersOf(tree: ProcessTree): Promise<readonly ProcessEntry[]> {
  const entries = await tree.table()
  if (entries.length === 0) return groupUnseen(tree)
  return entries.filter(
    (entry) =>
      !entry.isZombie &&
      (entry.group === tree.group || tree.noted.has(entry.pid) || (entry.mark?.includes(tree.mark) ?? false)),
  )
}

/** Without any picture of the processes, the group as a whole can still be asked whether it is there. */
function groupUnseen(tree: ProcessTree): readonly ProcessEntry[] {
  try {
    process.kill(-tree.group, 0)
  } catch {
    return []
  }
  return [{ pid: tree.group, parent: 0, group: tree.group, isZombie: false, mark: undefined }]
}

/**
 * The group gets its first signal as a whole, so that nothing can be forked past it; who joined it later, and strays, get
 * theirs one by one. `told` is who has had it already.
 */
function signalMembers(
  tree: ProcessTree,
  members: readonly ProcessEntry[],
  signal: NodeJS.Signals,
  told: Set<number>,
): void {
  const targets = members
    .filter(({ pid }) => signal === 'SIGKILL' || !told.has(pid))
    .map(({ pid, group }) => (group === tree.group && !told.has(-group) ? -group : pid))
  for (const target of new Set(targets)) signalQuietly(target, signal)
  if (signal === 'SIGKILL') return
  for (const target of [...targets, ...members.map(({ pid }) => pid)]) told.add(target)
}

/** It may have ended by itself a moment ago, which is what is wanted. */
function signalQuietly(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal)
  } catch {
    // Gone, or not ours to signal: in both cases there is nothing else to do.
  }
}
