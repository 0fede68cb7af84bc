import { pageHashes, readMachO, roundUp, withRoomForSignature } from './mach-o.ts'

// The numbers are those of the kernel's cs_blobs.h; all of a signature is big-endian.
const EMBEDDED_SIGNATURE = 0xfade0cc0
const CODE_DIRECTORY = 0xfade0c02
const VERSION_WITH_EXEC_SEGMENT = 0x20400
const AD_HOC = 0x2
const LINKER_SIGNED = 0x20000
const SHA256 = 2
const HASH_BYTES = 32
const PAGE_BITS = 12
const MAIN_BINARY = 1
const SUPER_BLOB_BYTES = 20
const DIRECTORY_BYTES = 88

/**
 * Returns the program with an ad-hoc signature: hashes of its pages and no certificate, as a linker makes it. Without
 * one, Macs with Apple's processors start nothing.
 */
export function withAdHocSignature(unsigned: Buffer, identifier: string): Buffer {
  const name = Buffer.from(`${identifier}\0`)
  const hashesAt = DIRECTORY_BYTES + name.length
  const directoryBytes = (limit: number) =>
    hashesAt + Math.ceil(limit / (1 << PAGE_BITS)) * HASH_BYTES
  const { file, signatureAt } = withRoomForSignature(unsigned, (limit) =>
    roundUp(SUPER_BLOB_BYTES + directoryBytes(limit), 16),
  )
  const text = readMachO(file).segments.find((segment) => segment.name === '__TEXT')
  if (text === undefined) throw new Error('The program has no __TEXT.')

  const head = Buffer.alloc(SUPER_BLOB_BYTES + DIRECTORY_BYTES)
  const hashes = pageHashes(file, signatureAt, 1 << PAGE_BITS)
  const length = directoryBytes(signatureAt)
  const words = [
    // One blob follows, the code directory.
    EMBEDDED_SIGNATURE,
    SUPER_BLOB_BYTES + length,
    1,
    0,
    SUPER_BLOB_BYTES,
    CODE_DIRECTORY,
    length,
    VERSION_WITH_EXEC_SEGMENT,
    AD_HOC | LINKER_SIGNED,
    hashesAt,
    DIRECTORY_BYTES,
    0,
    hashes.length,
    signatureAt,
  ]
  for (const [index, word] of words.entries()) head.writeUInt32BE(word, index * 4)
  const kinds = SUPER_BLOB_BYTES + 36
  head.set([HASH_BYTES, SHA256, 0, PAGE_BITS], kinds)
  // Scatter, team and a 64-bit limit stay zero.
  const execSegment = SUPER_BLOB_BYTES + 64
  head.writeBigUInt64BE(BigInt(text.fileAt), execSegment)
  head.writeBigUInt64BE(BigInt(text.fileBytes), execSegment + 8)
  head.writeBigUInt64BE(BigInt(MAIN_BINARY), execSegment + 16)
  file.set(Buffer.concat([head, name, ...hashes]), signatureAt)
  return file
}

interface CodeDirectory {
  readonly flags: number
  readonly identifier: string
  readonly limit: number
  readonly pageBytes: number
  /** Each page has one, in order. */
  readonly hashes: readonly Buffer[]
}

/** Returns the code directory of SHA-256 hashes in a program's signature, or null. */
export function readCodeDirectory(file: Buffer): CodeDirectory | null {
  const { signature } = readMachO(file)
  if (signature === null || file.readUInt32BE(signature.at) !== EMBEDDED_SIGNATURE) return null
  const count = file.readUInt32BE(signature.at + 8)
  for (let index = 0; index < count; index++) {
    const at = signature.at + file.readUInt32BE(signature.at + 16 + index * 8)
    if (file.readUInt32BE(at) !== CODE_DIRECTORY || file[at + 37] !== SHA256) continue
    const [hashesAt = 0, nameAt = 0, , slots = 0, limit = 0] = [16, 20, 24, 28, 32].map((offset) =>
      file.readUInt32BE(at + offset),
    )
    const hashes = Array.from({ length: slots }, (_, slot) => {
      const start = at + hashesAt + slot * HASH_BYTES
      return file.subarray(start, start + HASH_BYTES)
    })
    const identifier = file.toString('utf8', at + nameAt, file.indexOf(0, at + nameAt))
    const pageBytes = 1 << file.readUInt8(at + 39)
    return { flags: file.readUInt32BE(at + 12), identifier, limit, pageBytes, hashes }
  }
  return null
}
