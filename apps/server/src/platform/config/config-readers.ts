/** Returns what the text of a variable means; undefined where it is not what is expected. */
export type Read<T> = (text: string) => T | undefined

export interface PortRange {
  readonly first: number
  readonly last: number
}

export function readOptional(text: string): string | null {
  return text === '' ? null : text
}

export function readSwitch(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

export function readWholeNumber(min: number, max: number): Read<number> {
  return (text) => {
    if (!/^\d{1,9}$/.test(text)) return undefined
    const value = Number(text)
    return value >= min && value <= max ? value : undefined
  }
}

export const readPort = readWholeNumber(0, 65_535)

export function readHost(text: string): string | undefined {
  // The name has two addresses; a second listener would not take WebSockets.
  if (text === 'localhost') return '127.0.0.1'
  return /^[\w.:-]+$/.test(text) ? text : undefined
}

export function readPortRange(text: string): PortRange | undefined {
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [readPort(from), readPort(to)]
  if (first === undefined || last === undefined || first > last) return undefined
  return first === 0 && last > 0 ? undefined : { first, last }
}

export function readOrigin(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

/** Reads a URL of one of these protocols, such as `smtp:`. */
export function readUrlOf(...protocols: string[]): Read<string | null> {
  return (text) => {
    if (text === '') return null
    const url = URL.parse(text)
    return url && protocols.includes(url.protocol) ? text : undefined
  }
}

export function readWebAddress(text: string): string | null | undefined {
  if (text === '') return null
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined
}

/** Reads items separated by commas; without any the list is empty. */
export function readList(isItem: (item: string) => boolean): Read<readonly string[]> {
  return (text) => {
    const items = text.split(',').flatMap((item) => item.trim() || [])
    return items.every(isItem) ? items : undefined
  }
}

export function readLines(
  text: string,
  { linesMax, charactersMax }: { linesMax: number; charactersMax: number },
): string | null | undefined {
  if (text === '') return null
  const lines = text.split(/\r?\n|\\n|;/).flatMap((line) => line.trim() || [])
  const joined = lines.join('\n')
  const isAccepted = joined !== '' && lines.length <= linesMax && joined.length <= charactersMax
  return isAccepted ? joined : undefined
}

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,250}\.[^\s@<>".]{2,}$/

export function readEmail(text: string): string | null | undefined {
  if (text === '') return null
  return EMAIL.test(text) ? text : undefined
}

/** Reads an address, alone or behind a name: `Pitboard <no-reply@club.example>`. */
export function readMailbox(text: string): string | null | undefined {
  const [, address = text] = /^[^<>"\r\n]{1,100} <([^<>]+)>$/.exec(text) ?? []
  const isMailbox = readEmail(address) !== undefined
  return isMailbox ? readOptional(text) : undefined
}

/** Returns how many proxies stand before the server, or their addresses and networks. */
export function readProxies(text: string): number | readonly string[] | undefined {
  if (/^\d$/.test(text)) return Number(text)
  const proxies = text.split(',').map((item) => item.trim())
  return proxies.every((item) =>
    /^[\da-f.:]{2,}(\/\d{1,3})?$|^(loopback|linklocal|uniquelocal)$/i.test(item),
  )
    ? proxies
    : undefined
}
