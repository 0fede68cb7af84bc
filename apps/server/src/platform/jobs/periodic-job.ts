import type { Log } from '../diagnostics/log.ts'

/** Work that runs periodically, one run at a time. */
export interface PeriodicJob {
  /** The first run begins now. */
  start(): void
  /** Resolves once nothing runs any more. */
  stop(): Promise<void>
}

/** Logs a failed run with the message `failure` and goes on with the next one. */
export function createPeriodicJob(
  work: () => Promise<unknown>,
  { everyMs, log, failure }: { everyMs: number; log: Log; failure: string },
): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, failure)
    } finally {
      running = null
    }
  }
  return {
    start() {
      running = run()
      timer = setInterval(() => {
        // A run that takes longer than the interval stands for those that were due meanwhile.
        running ??= run()
      }, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
