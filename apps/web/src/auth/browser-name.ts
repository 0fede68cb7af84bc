const BROWSERS = [
  ['Firefox', /Firefox\//],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
  ['Node', /^node/i],
] as const

const SYSTEMS = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const

/** Returns what a browser calls itself, as people call it; it is null for what is not known. */
export function browserName(userAgent: string | null): {
  readonly browser: string | null
  readonly system: string | null
} {
  if (userAgent === null) return { browser: null, system: null }
  const find = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
  return { browser: find(BROWSERS), system: find(SYSTEMS) }
}
