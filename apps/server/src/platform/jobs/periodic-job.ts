import type { Log } from '../diagnostics/log.ts'

/** The work runs periodically, one run at a time. */
export interface PeriodicJob {
  /** The first run begins now. */
  start(): void
  /** Ends a rest. */
  wake(): void
  /** Resolves once nothing runs any more. */
  stop(): Promise<void>
}

interface PeriodicJobOptions {
  readonly everyMs: number
  /** After work that resolves to 'rest', the next run begins after this time, or when it is woken. */
  readonly restMs?: () => number
  readonly log: Log
  /** The log has this message where a run fails; the next one follows. */
  readonly failure: string
  /** Only the leader of several processes does the work; a new leader begins at once. */
  readonly leadership?: { isLeader(): Promise<boolean>; onLead(begin: () => void): void }
}

export function createPeriodicJob(
  work: () => Promise<unknown>,
  { everyMs, restMs, log, failure, leadership }: PeriodicJobOptions,
): PeriodicJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isStarted = false
  let isResting = false
  let isStopped = false
  /** It is true if the job was woken while it ran. */
  let isWoken = false

  async function run(): Promise<void> {
    isWoken = false
    try {
      const mayWork = (await leadership?.isLeader()) ?? true
      const result = mayWork ? await work() : null
      if (result === 'rest' && restMs && !isWoken) rest(restMs())
    } catch (error) {
      log.warn({ err: error }, failure)
    } finally {
      running = null
    }
  }

  function begin(): void {
    isResting = false
    running ??= run()
    clearInterval(timer)
    timer = setInterval(() => {
      // A run that takes longer than the interval stands for those that were due meanwhile.
      running ??= run()
    }, everyMs)
    timer.unref()
  }

  function rest(ms: number): void {
    if (isStopped) return
    isResting = true
    clearInterval(timer)
    timer = setTimeout(begin, ms)
    timer.unref()
  }

  leadership?.onLead(() => {
    if (isStarted && !isStopped) begin()
  })

  return {
    start() {
      isStarted = true
      begin()
    },
    wake() {
      isWoken = true
      if (isResting && !isStopped) begin()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      clearInterval(timer)
    },
  }
}
