import { createHash } from 'node:crypto'

const MAGIC_64 = 0xfeedfacf
const HEADER_BYTES = 32
const LC_SEGMENT_64 = 0x19
const LC_CODE_SIGNATURE = 0x1d
const COMMAND_BYTES = 16
const SECTION_BYTES = 80

interface Segment {
  readonly name: string
  /** Its load command is there. */
  readonly at: number
  readonly fileAt: number
  readonly fileBytes: number
  readonly sections: readonly {
    readonly name: string
    readonly at: number
    readonly bytes: number
  }[]
}

interface MachO {
  readonly commandsEnd: number
  readonly segments: readonly Segment[]
  /** The signature lies there; null without one. */
  readonly signature: { readonly at: number; readonly bytes: number } | null
}

/** Reads a 64-bit macOS program (mach-o/loader.h); throws for any other file. */
export function readMachO(file: Buffer): MachO {
  if (file.readUInt32LE(0) !== MAGIC_64) throw new Error('No 64-bit Mach-O program.')
  const count = file.readUInt32LE(16)
  const segments: Segment[] = []
  let signature: MachO['signature'] = null
  let at = HEADER_BYTES
  for (let index = 0; index < count; index++) {
    const command = file.readUInt32LE(at)
    if (command === LC_SEGMENT_64) segments.push(readSegment(file, at))
    if (command === LC_CODE_SIGNATURE) {
      signature = { at: file.readUInt32LE(at + 8), bytes: file.readUInt32LE(at + 12) }
    }
    at += file.readUInt32LE(at + 4)
  }
  return { commandsEnd: at, segments, signature }
}

/**
 * Returns the program with a load command for a signature of `bytesFor` bytes at its end, and room for it. What is to
 * be signed is all that lies before `signatureAt`.
 */
export function withRoomForSignature(
  file: Buffer,
  bytesFor: (signatureAt: number) => number,
): { file: Buffer; signatureAt: number } {
  const { commandsEnd, segments, signature } = readMachO(file)
  if (signature !== null) throw new Error('It is signed already.')
  const linkEdit = segments.find(({ name }) => name === '__LINKEDIT')
  if (linkEdit === undefined || linkEdit.fileAt + linkEdit.fileBytes !== file.length) {
    throw new Error('The program does not end with __LINKEDIT.')
  }
  const firstSection = Math.min(
    ...segments.flatMap(({ sections }) => sections.map(({ at }) => at).filter((at) => at > 0)),
  )
  if (commandsEnd + COMMAND_BYTES > firstSection) throw new Error('No room for a load command.')

  const signatureAt = roundUp(file.length, 16)
  const bytes = bytesFor(signatureAt)
  const roomy = Buffer.concat([file, Buffer.alloc(signatureAt + bytes - file.length)])
  roomy.writeUInt32LE(roomy.readUInt32LE(16) + 1, 16)
  roomy.writeUInt32LE(roomy.readUInt32LE(20) + COMMAND_BYTES, 20)
  for (const [index, value] of [LC_CODE_SIGNATURE, COMMAND_BYTES, signatureAt, bytes].entries()) {
    roomy.writeUInt32LE(value, commandsEnd + index * 4)
  }
  const linkEditBytes = signatureAt + bytes - linkEdit.fileAt
  // The larger page, which Apple's own processors have, is a whole number of the others.
  roomy.writeBigUInt64LE(BigInt(roundUp(linkEditBytes, 0x4000)), linkEdit.at + 32)
  roomy.writeBigUInt64LE(BigInt(linkEditBytes), linkEdit.at + 48)
  return { file: roomy, signatureAt }
}

function readSegment(file: Buffer, at: number): Segment {
  const count = file.readUInt32LE(at + 64)
  const sections = Array.from({ length: count }, (_, index) => {
    const section = at + 72 + index * SECTION_BYTES
    return {
      name: nameAt(file, section),
      at: file.readUInt32LE(section + 48),
      bytes: Number(file.readBigUInt64LE(section + 40)),
    }
  })
  const fileAt = Number(file.readBigUInt64LE(at + 40))
  const fileBytes = Number(file.readBigUInt64LE(at + 48))
  return { name: nameAt(file, at + 8), at, fileAt, fileBytes, sections }
}

function nameAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 16).replace(/(?<!\0)\0+$/, '')
}

export function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit
}

/** Returns the SHA-256 of each page of the file's first `limit` bytes. */
export function pageHashes(file: Buffer, limit: number, pageBytes: number): Buffer[] {
  return Array.from({ length: Math.ceil(limit / pageBytes) }, (_, page) => {
    const end = Math.min((page + 1) * pageBytes, limit)
    return createHash('sha256')
      .update(file.subarray(page * pageBytes, end))
      .digest()
  })
}
