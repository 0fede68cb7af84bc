const BLOCK_BYTES = 512
const SIZE_AT = 124

/** One file of a tar archive as npm writes them. */
export function readTarFile(tar: Buffer, name: string): Buffer {
  let at = 0
  while (at + BLOCK_BYTES <= tar.length) {
    const header = tar.subarray(at, at + BLOCK_BYTES)
    const size = parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + 12), 8) || 0
    const start = at + BLOCK_BYTES
    if (header.toString('latin1', 0, 100).split('\0', 1)[0] === name) {
      return tar.subarray(start, start + size)
    }
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
  }
  throw new Error(`The archive holds no ${name}.`)
}
