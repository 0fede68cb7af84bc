const UNITS_MS = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
} as const
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy

/** A duration as Go writes it, such as `24h`, `1h30m` or `0.5s`, in milliseconds; null for others. */
export function parseGoDuration(text: string): number | null {
  if (text === '0') return 0
  let ms = 0
  let end = 0
  for (const [part, amount, unit] of text.matchAll(PART)) {
    ms += Number(amount) * UNITS_MS[readUnit(unit)]
    end += part.length
  }
  return end > 0 && end === text.length ? ms : null
}

function readUnit(text: string | undefined): keyof typeof UNITS_MS {
  switch (text) {
    case 'h':
    case 'm':
    case 's':
    case 'ms':
    case 'us':
    case 'µs':
      return text
    default:
      return 'ns'
  }
}
