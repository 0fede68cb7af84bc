const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Reads a NUL-terminated name. Control bytes before it are the game's own marks, and dropped. */
export function readText(view: DataView, at: number, size: number): string {
  let start = at
  const limit = at + size
  while (start < limit && view.getUint8(start) < 0x20 && view.getUint8(start) !== 0) start++
  let ascii = ''
  for (let i = start; i < limit; i++) {
    const byte = view.getUint8(i)
    if (byte === 0) return ascii
    if (byte >= 0x80) return readUtf8(view, start, limit)
    ascii += String.fromCharCode(byte)
  }
  return ascii
}

function readUtf8(view: DataView, start: number, limit: number): string {
  let end = start
  while (end < limit && view.getUint8(end) !== 0) end++
  return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + start, end - start))
}

/** Writes whole characters only, and leaves room for the NUL. */
export function writeText(view: DataView, at: number, size: number, value: string): void {
  encoder.encodeInto(value, new Uint8Array(view.buffer, view.byteOffset + at, size - 1))
}
