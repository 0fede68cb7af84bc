import { spawn, type SpawnOptions } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

const STARTS_WITHIN_MS = 60_000
const LOOK_MS = 100

interface NextProgram {
  readonly path: string
  readonly args: readonly string[]
  /** Returns whether it has come up. */
  isUp(): Promise<boolean>
  readonly interrupted: AbortSignal
  readonly startsWithinMs?: number
}

/** Windows opens a console window for a program that is started by one without, unless it inherits nothing and is hidden. */
export function optionsOfNext(platform: NodeJS.Platform, isTerminal: boolean): SpawnOptions {
  const isHidden = platform === 'win32' && !isTerminal
  return isHidden ? { stdio: 'ignore', windowsHide: true } : { stdio: 'inherit' }
}

/**
 * Runs the program that has replaced this one in the same terminal, until it ends. Resolves with its exit code; null where
 * it did not come up, and none of it is left.
 */
export async function runNext(next: NextProgram): Promise<number | null> {
  const { path, args, isUp, interrupted, startsWithinMs = STARTS_WITHIN_MS } = next
  const child = spawn(path, args, optionsOfNext(process.platform, process.stdout.isTTY))
  const end: { code: number | null; isOver: boolean } = { code: null, isOver: false }
  const closed = new Promise<void>((resolve) => {
    const over = (code: number | null) => {
      end.code = code
      end.isOver = true
      resolve()
    }
    child.once('error', () => over(null))
    child.once('close', over)
  })
  // A terminal interrupts both processes; a signal to this process alone is meant for the recorder.
  const pass = () => process.platform !== 'win32' && child.kill('SIGTERM')
  interrupted.addEventListener('abort', pass)
  const untilMs = performance.now() + startsWithinMs
  try {
    while (!end.isOver && !interrupted.aborted && !(await isUp())) {
      if (performance.now() > untilMs) child.kill('SIGKILL')
      await Promise.race([closed, pause(LOOK_MS)])
    }
    const isUpOrStopped = !end.isOver || interrupted.aborted
    await closed
    return isUpOrStopped ? (end.code ?? 1) : null
  } finally {
    interrupted.removeEventListener('abort', pass)
  }
}
