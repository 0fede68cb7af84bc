const MZ = 0x5a4d
const PE = 0x00004550
const PE32_PLUS = 0x20b
const SECURITY_DIRECTORY = 4
const RESOURCE_DIRECTORY = 2
const SUBDIRECTORY = 0x80000000

interface Section {
  readonly name: string
  readonly address: number
  readonly size: number
  readonly fileAt: number
  readonly fileBytes: number
}

/** A program has these kinds of resources. */
export const ResourceType = { icon: 3, data: 10, iconGroup: 14, version: 16, manifest: 24 } as const
type ResourceType = (typeof ResourceType)[keyof typeof ResourceType]

interface PortableExecutable {
  readonly machine: number
  /** The value is 3 for a program of the console, and 2 for one with windows. */
  readonly subsystem: number
  readonly sections: readonly Section[]
  readonly isSigned: boolean
  /** Returns the data of a resource; null where the program has none of this type and name. */
  findResource(type: ResourceType, name: string | number): Buffer | null
}

/** Reads a 64-bit Windows program (PE format specification); throws for any other file. */
export function readPe(file: Buffer): PortableExecutable {
  const { coffAt, optionalAt } = headersOf(file)
  const sections = readSections(file, coffAt)
  const machine = file.readUInt16LE(coffAt)
  const directories = directoriesAt(optionalAt)
  const resources = file.readUInt32LE(directories + RESOURCE_DIRECTORY * 8)

  function fileOffset(address: number): number {
    const section = sections.find(
      (one) => address >= one.address && address < one.address + one.size,
    )
    if (section === undefined) throw new Error(`No section holds address ${address}.`)
    return section.fileAt + address - section.address
  }

  /** Returns the offset of a directory's entry, from the start of the resources. */
  function findEntry(directory: number, wanted: string | number | null): number | null {
    const base = fileOffset(resources)
    const at = base + directory
    const count = file.readUInt16LE(at + 12) + file.readUInt16LE(at + 14)
    for (let index = 0; index < count; index++) {
      const id = file.readUInt32LE(at + 16 + index * 8)
      const name = id >= SUBDIRECTORY ? readName(base + (id - SUBDIRECTORY)) : id
      if (wanted === null || name === wanted) return file.readUInt32LE(at + 20 + index * 8)
    }
    return null
  }

  function readName(at: number): string {
    const length = file.readUInt16LE(at)
    return file.toString('utf16le', at + 2, at + 2 + length * 2)
  }

  return {
    machine,
    subsystem: file.readUInt16LE(optionalAt + 68),
    sections,
    isSigned: file.readUInt32LE(directories + SECURITY_DIRECTORY * 8 + 4) > 0,
    findResource(type, name) {
      const ofType = findEntry(0, type)
      const named = ofType === null ? null : findEntry(ofType - SUBDIRECTORY, name)
      const language = named === null ? null : findEntry(named - SUBDIRECTORY, null)
      if (language === null) return null
      const at = fileOffset(resources) + language
      const start = fileOffset(file.readUInt32LE(at))
      return file.subarray(start, start + file.readUInt32LE(at + 4))
    },
  }
}

/** Returns the program without its Authenticode signature, which no longer fits once it is changed. */
export function withoutSignature(file: Buffer): Buffer {
  const { optionalAt } = headersOf(file)
  const entry = directoriesAt(optionalAt) + SECURITY_DIRECTORY * 8
  // This directory is the only one with an offset in the file; the others have addresses in memory.
  const signatureAt = file.readUInt32LE(entry)
  const signatureBytes = file.readUInt32LE(entry + 4)
  if (signatureBytes === 0) return file
  if (signatureAt + signatureBytes < file.length) throw new Error('Data follows the signature.')
  const bare = Buffer.from(file.subarray(0, signatureAt))
  bare.fill(0, entry, entry + 8)
  return bare
}

function headersOf(file: Buffer): { coffAt: number; optionalAt: number } {
  if (file.length < 0x40 || file.readUInt16LE(0) !== MZ) throw new Error('No MZ header.')
  const peAt = file.readUInt32LE(0x3c)
  if (file.readUInt32LE(peAt) !== PE) throw new Error('No PE header.')
  const coffAt = peAt + 4
  const optionalAt = coffAt + 20
  if (file.readUInt16LE(optionalAt) !== PE32_PLUS) throw new Error('No 64-bit program.')
  return { coffAt, optionalAt }
}

function directoriesAt(optionalAt: number): number {
  return optionalAt + 112
}

function readSections(file: Buffer, coffAt: number): Section[] {
  const count = file.readUInt16LE(coffAt + 2)
  const start = coffAt + 20 + file.readUInt16LE(coffAt + 16)
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * 40
    const section = {
      name: file.toString('latin1', at, at + 8).replace(/(?<!\0)\0+$/, ''),
      size: file.readUInt32LE(at + 8),
      address: file.readUInt32LE(at + 12),
      fileBytes: file.readUInt32LE(at + 16),
      fileAt: file.readUInt32LE(at + 20),
    }
    if (section.fileAt + section.fileBytes > file.length) {
      throw new Error(`Section ${section.name} ends behind the file.`)
    }
    return section
  })
}
