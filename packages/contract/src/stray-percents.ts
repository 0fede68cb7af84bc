/**
 * A page's address with each percent sign that encodes no text (`%zz`, `%ff`, one at the end) encoded
 * itself, so that the whole can be decoded: typed by hand, it is one of the text. The query stays.
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
    // The result is used: a bundler may drop a call that it takes for pure.
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
