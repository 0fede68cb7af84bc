/**
 * The address with each percent sign that encodes no text (`%zz`, `%ff`, one at the end) encoded
 * itself, so that the whole can be decoded. The query stays as it is.
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
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
