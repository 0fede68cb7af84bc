import type { Log } from './platform/diagnostics/log.ts'
import { onStopSignal } from './platform/jobs/stop-signals.ts'

/** Viewers and requests get about ten seconds each; the rest is for what a broken server does not end. */
const STOP_AFTER_CRASH_WITHIN_MS = 30_000

interface Stoppable {
  stop(): Promise<void>
}

interface RunningProcess<T> {
  readonly started: Promise<T>
  /** Stops in order, then ends the process. */
  stop(reason: string): void
}

/** Starts a server that stops in order at a signal or after an error that nobody handles. */
export function runProcess<T extends Stoppable>(
  log: Log,
  start: () => Promise<T>,
  fail: (reason: unknown) => void,
): RunningProcess<T> {
  let stopping: Promise<void> | undefined
  const stopOnce = () => {
    stopping ??= started.then((server) => server.stop()).then(() => process.exit(), fail)
  }
  const stop = (reason: string) => {
    log.info({ reason }, 'stopping')
    stopOnce()
  }
  // Covers rejections that nobody handles: Node raises them as uncaught exceptions.
  process.on('uncaughtException', (error, origin) => {
    process.exitCode = 1
    setTimeout(() => process.exit(), STOP_AFTER_CRASH_WITHIN_MS).unref()
    stopOnce()
    try {
      log.fatal({ err: error, origin }, 'an error was not handled: the server stops')
    } catch {
      // An error that is thrown here ends the process at once, before it has stopped in order.
    }
  })
  const started = start()
  onStopSignal(stop)
  return { started, stop }
}
