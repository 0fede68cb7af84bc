import type { Log } from '../diagnostics/log.ts'

/** Work that runs periodically, one run at a time. */
export interface PeriodicJob {
  /** The first run begins now. */
  start(): void
  /** Resolves once nothing runs any more. */
  stop(): Promise<void>
}

interface PeriodicJobOptions {
  readonly everyMs: number
  readonly log: Log
  /** The message of the log where a run fails; the next one follows. */
  readonly failure: string
  /** Of several processes only the leader does the work. */
  readonly leadership?: { isLeader(): Promise<boolean> }
}

export function createPeriodicJob(
  work: () => Promise<unknown>,
  { everyMs, log, failure, leadership }: PeriodicJobOptions,
): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    try {
      if ((await leadership?.isLeader()) ?? true) await work()
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
