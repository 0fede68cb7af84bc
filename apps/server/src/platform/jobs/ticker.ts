/** Works at an interval while there is any work: a process at rest is not woken. */
interface Ticker {
  /** There is work. Does nothing while it ticks. */
  wake(): void
  /** It ticks no more. */
  stop(): void
}

/** Stops after a tick that returns false, until it is woken. */
export function createTicker(everyMs: number, tick: () => boolean): Ticker {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  function rest(): void {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    wake() {
      if (timer || isStopped) return
      timer = setInterval(() => {
        if (!tick()) rest()
      }, everyMs)
      timer.unref()
    },
    stop() {
      isStopped = true
      rest()
    },
  }
}
