const decoder = new TextDecoder()
const encoder = new TextEncoder()

/**
 * Reads a NUL-terminated name. Drops control bytes, which the game uses as marks, and a character that the
 * end of the field cuts off.
 */
export function readText(view: DataView, at: number, size: number): string {
  const limit = at + size
  let ascii = ''
  for (let i = at; i < limit; i++) {
    const byte = view.getUint8(i)
    if (byte === 0) return ascii
    if (byte >= 0x80) return readUtf8(view, at, limit)
    if (byte >= 0x20 && byte !== 0x7f) ascii += String.fromCharCode(byte)
  }
  return ascii
}

function readUtf8(view: DataView, start: number, limit: number): string {
  let end = start
  while (end < limit && view.getUint8(end) !== 0) end++
  const text = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + start, end - start))
  return text.replaceAll(/\p{Cc}|\uFFFD$/gu, '')
}

/** Writes as many whole characters as fit and leave room for the NUL. */
export function writeText(view: DataView, at: number, size: number, value: string): void {
  encoder.encodeInto(value, new Uint8Array(view.buffer, view.byteOffset + at, size - 1))
}
