const STEPS_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600]
const TICKS_MAX = 9

/** Round times from one to another, in milliseconds, so many that they can be read. */
export function roundTicks(fromMs: number, toMs: number): number[] {
  const spanS = (toMs - fromMs) / 1000
  const stepS =
    STEPS_S.find((seconds) => spanS / seconds <= TICKS_MAX) ?? Math.ceil(spanS / TICKS_MAX)
  const stepMs = stepS * 1000
  const first = Math.ceil(fromMs / stepMs)
  const last = Math.floor(toMs / stepMs)
  return Array.from(
    { length: Math.max(last - first + 1, 0) },
    (_, index) => (first + index) * stepMs,
  )
}
