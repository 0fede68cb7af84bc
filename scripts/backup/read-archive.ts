import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import { extract } from 'tar-stream'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import {
  BackedUpSchema,
  BackupHeader,
  Checksums,
  CHECKSUMS_ENTRY,
  FORMAT,
  HEADER_ENTRY,
  SCHEMA_ENTRY,
} from './manifest.ts'

/** No entry that is read as a whole is larger. */
const JSON_BYTES_MAX = 256 * 1024 * 1024

export interface ArchiveEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** Reads the entries in their order; each must be read to its end before the next one. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract()
  const unpacked = pipeline(createReadStream(file), createZstdDecompress(), entries)
  unpacked.catch(() => {})
  for await (const entry of entries) yield { name: entry.header.name, content: entry }
  await unpacked
}

interface VerifiedBackup {
  readonly header: BackupHeader
  readonly schema: BackedUpSchema
}

/** Reads the whole archive once, and throws a `StartError` unless every byte is as it was written. */
export async function verifyArchive(file: string): Promise<VerifiedBackup> {
  await access(file).catch(() => {
    throw new StartError(`${file} does not exist, or can't be read.`)
  })
  let header: BackupHeader | null = null
  let schema: BackedUpSchema | null = null
  let expected: Checksums | null = null
  const found: Checksums = {}
  try {
    for await (const { name, content } of readArchive(file)) {
      if (header === null && name !== HEADER_ENTRY) throw notBackup(file)
      if (expected !== null) throw damaged(file, `${name} follows the checksums`)
      const isRead = [HEADER_ENTRY, SCHEMA_ENTRY, CHECKSUMS_ENTRY].includes(name)
      const { text, ...sum } = await readEntry(content, isRead)
      if (name === CHECKSUMS_ENTRY) expected = parse(Checksums, text, file)
      else found[name] = sum
      if (name === SCHEMA_ENTRY) schema = parse(BackedUpSchema, text, file)
      if (name === HEADER_ENTRY) header = checkHeader(parse(BackupHeader, text, file), file)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    if (header === null) throw notBackup(file)
    throw damaged(file, error instanceof Error ? error.message : String(error))
  }
  if (header === null) throw notBackup(file)
  if (expected === null || schema === null) throw damaged(file, 'its end is missing')
  const wrong = findDifference(expected, found)
  if (wrong !== undefined) throw damaged(file, `${wrong} is not as it was written`)
  return { header, schema }
}

async function readEntry(content: AsyncIterable<Uint8Array>, isRead: boolean) {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
    if (isRead && bytes <= JSON_BYTES_MAX) chunks.push(chunk)
  }
  return { bytes, sha256: hash.digest('hex'), text: Buffer.concat(chunks).toString('utf8') }
}

function checkHeader(header: BackupHeader, file: string): BackupHeader {
  if (header.format === FORMAT) return header
  throw new StartError(
    `${file} was made by Pitboard ${header.version} in a format that this one can't read. ` +
      'Restore it with that version.',
  )
}

function findDifference(expected: Checksums, found: Checksums): string | undefined {
  return Object.keys({ ...expected, ...found }).find(
    (name) =>
      expected[name]?.sha256 !== found[name]?.sha256 ||
      expected[name]?.bytes !== found[name]?.bytes,
  )
}

function parse<T extends TSchema>(schema: T, text: string, file: string): Static<T> {
  try {
    return Value.Parse(schema, JSON.parse(text))
  } catch {
    throw notBackup(file)
  }
}

function notBackup(file: string): StartError {
  return new StartError(`${file} is not a backup of Pitboard. Nothing was changed.`)
}

function damaged(file: string, reason: string): StartError {
  return new StartError(`${file} is damaged (${reason}). Nothing was changed. Use another backup.`)
}
