/** A datagram that is read later than this has waited for a recorder that fell behind the game. */
const STALL_MS = 500
const LOOK_MS = 100

/** Says when a datagram that is being read has arrived. */
interface ArrivalClock {
  /** The caller stamps each datagram that the socket delivers, in order. */
  stamp(): number
  stop(): void
}

/**
 * Dates a datagram that waits in the socket while the recorder stands still or has fallen behind, since nothing says
 * for how long. It came after the last moment at which the socket was empty: where that is long ago, it is the only
 * time that does not make old data look current.
 */
export function createArrivalClock(now: () => number = Date.now): ArrivalClock {
  let emptyAtMs = now()
  let hasRead = false
  let isLooking = false

  // The event loop reads the socket between two immediates: if that brings nothing, the socket is empty.
  function look(): void {
    if (hasRead) {
      hasRead = false
      setImmediate(look)
      return
    }
    emptyAtMs = now()
    isLooking = false
  }

  function beginLooking(): void {
    if (isLooking) return
    isLooking = true
    // What is read from now on decides: the loop may be before or after its turn to read.
    hasRead = true
    setImmediate(look)
  }

  const timer = setInterval(beginLooking, LOOK_MS)
  timer.unref()
  return {
    stamp() {
      hasRead = true
      beginLooking()
      const readAtMs = now()
      return readAtMs - emptyAtMs > STALL_MS ? emptyAtMs : readAtMs
    },
    stop: () => clearInterval(timer),
  }
}
