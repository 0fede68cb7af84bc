import type { Log } from '../diagnostics/log.ts'

/** Work that is done again and again, one run at a time. */
export interface Repeated {
  /** The first run begins now. */
  start(): void
  /** Resolves once nothing runs any more. */
  stop(): Promise<void>
}

/** A run that fails is logged with the words of `failure`; the next one comes all the same. */
export function createRepeated(
  work: () => Promise<unknown>,
  { everyMs, log, failure }: { everyMs: number; log: Log; failure: string },
): Repeated {
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
