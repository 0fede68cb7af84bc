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
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, failure)
    }
  }
  return {
    start() {
      running = run()
      timer = setInterval(() => {
        running = running.then(run)
      }, everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
