import { readFileSync } from 'node:fs'

const STEP_MS = 20
const REMEMBERED_MS = 30_000

/**
 * Measures delays that are the machine's and not the server's: how late this thread's own timer ran, and how
 * long the server's main thread was ready to run and had no processor. They are taken off what is
 * measured, so that the limits hold on a busy machine too.
 */
export interface MachineDelays {
  mark(): Mark
  /** Returns an upper bound, in ms, of the machine's delays since the mark. */
  sinceMs(mark: Mark): number
  stop(): void
}

export interface Mark {
  readonly atMs: number
  readonly serverWaitedMs: number
}

export function measureMachineDelays(serverPid: number): MachineDelays {
  const delays: { atMs: number; delayMs: number }[] = []
  let dueMs = performance.now() + STEP_MS
  const timer = setInterval(() => {
    const atMs = performance.now()
    const delayMs = atMs - dueMs
    dueMs = atMs + STEP_MS
    if (delayMs < STEP_MS / 2) return
    delays.push({ atMs, delayMs })
    while ((delays[0]?.atMs ?? atMs) < atMs - REMEMBERED_MS) delays.shift()
  }, STEP_MS)

  function longestOwnSinceMs(startMs: number): number {
    const unfinished = Math.max(0, performance.now() - dueMs)
    return delays.reduce(
      (longest, { atMs, delayMs }) => (atMs < startMs ? longest : Math.max(longest, delayMs)),
      unfinished,
    )
  }

  return {
    mark: () => ({ atMs: performance.now(), serverWaitedMs: readWaitedMs(serverPid) }),
    sinceMs: ({ atMs, serverWaitedMs }) =>
      longestOwnSinceMs(atMs) + readWaitedMs(serverPid) - serverWaitedMs,
    stop: () => clearInterval(timer),
  }
}

/** Returns how long a process's main thread has waited for a processor (Linux, `schedstat`), and 0 elsewhere. */
function readWaitedMs(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}
