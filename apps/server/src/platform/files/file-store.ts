import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly key: string
  readonly bytes: number
  readonly writtenAt: Date
}

interface OpenedFile extends StoredFile {
  /** Its receiver reads it to its end or destroys it. Fails if the file goes away meanwhile. */
  readonly content: Readable
}

export interface FilePart {
  /** It is the first of its bytes, counted from 0. */
  readonly first: number
  /** Null stands for the end. */
  readonly last: number | null
}

export const UNFINISHED = '.unfinished'

export function isUnfinished(key: string): boolean {
  return key.endsWith(UNFINISHED)
}

type FileContent = Uint8Array | AsyncIterable<Uint8Array>

/**
 * Stores the server's files: below `DATA_DIR` or in an S3 bucket. A key is a path such as
 * `captures/{id}/1.pcap.zst`. Failures of the store are `FileStoreError`s, without its credentials.
 */
export interface FileStore {
  /** Throws a `StartError` if the store refuses its credentials. */
  check(): Promise<void>
  /**
   * Writes a file as a whole or not at all, durable when it resolves; replaces one with the same key.
   * Returns its size. Throws a `FileTooLarge` above `bytesMax`.
   */
  put(key: string, content: FileContent, bytesMax?: number): Promise<number>
  /** Returns null for a missing file. */
  get(key: string, part?: FilePart): Promise<OpenedFile | null>
  stat(key: string): Promise<StoredFile | null>
  /** Deleting a missing file succeeds. */
  delete(key: string): Promise<void>
  /**
   * Lists the files with keys that begin with `prefix`, in no particular order. In a folder they include those that are
   * being written, or were when a server ended: `isUnfinished` knows them by their keys.
   */
  list(prefix: string): AsyncIterable<StoredFile>
  close(): void
}

export class FileTooLarge extends Error {
  constructor(key: string, bytesMax: number) {
    super(`The file ${key} has more than ${bytesMax} bytes.`)
    this.name = 'FileTooLarge'
  }
}

export class FileStoreError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileStoreError'
  }
}

/** Returns the bytes of a small file; null for a missing one. */
export async function readStoredFile(files: FileStore, key: string): Promise<Buffer | null> {
  const opened = await files.get(key)
  if (!opened) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of opened.content) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Deletes all files with keys that begin with `prefix`. */
export async function deleteStoredFiles(files: FileStore, prefix: string): Promise<void> {
  for await (const { key } of files.list(prefix)) await files.delete(key)
}

/** Passes the content on. Throws a `FileTooLarge` above `bytesMax`. */
export async function* limitBytes(
  key: string,
  content: FileContent,
  bytesMax: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new FileTooLarge(key, bytesMax)
    yield chunk
  }
}

const KEY = /^[\w.,+-]+(\/[\w.,+-]+)*$/

/** Throws for a key that could leave its folder. */
export function checkKey(key: string): void {
  const isKey = KEY.test(key) && !key.split('/').some((name) => name === '.' || name === '..')
  if (!isKey) throw new TypeError(`"${key}" is not a key of a file.`)
}
