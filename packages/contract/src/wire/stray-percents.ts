/**
 * Encodes each percent sign of a path that does not encode text (such as `%zz`, `%ff` or one at the end), so
 * that the path can be decoded. The query stays unchanged.
 */
export function encodeStrayPercents(url: string): string {
  const [path = '', ...query] = url.split('?')
  const readable = path.replaceAll(/(?:%[\da-f]{2})+|%/gi, (escapes) =>
    isDecodable(escapes) ? escapes : escapes.replaceAll('%', '%25'),
  )
  return [readable, ...query].join('?')
}

function isDecodable(text: string): boolean {
  try {
    // The comparison uses the result: a bundler may drop a call that it considers pure.
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
