import type { IncomingHttpHeaders } from 'node:http'

interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * Returns the one range that is asked for (RFC 9110 §14). Null stands for the whole: no range, several, one that can't
 * be read, or one of an earlier build.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  bytes: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return null
  if (from === '') {
    const first = Math.max(0, bytes - Number(to))
    return Number(to) === 0 ? 'unsatisfiable' : { first, last: bytes - 1 }
  }
  const range = {
    first: Number(from),
    last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1),
  }
  if (to !== '' && Number(to) < range.first) return null
  return range.first >= bytes ? 'unsatisfiable' : range
}
