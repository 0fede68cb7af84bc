import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { StorageObject } from './storage-tables.ts'
import { StorageError } from './storage-error.ts'

/** An entry is a file or a folder; a folder has neither id nor times. */
interface FolderEntry {
  readonly name: string
  readonly id: string | null
  readonly updated_at: string | null
  readonly created_at: string | null
  readonly last_accessed_at: string | null
  readonly metadata: object | null
}

/** Returns what lies directly in a folder (`prefix` ends with a slash, or is empty). */
export function entriesOf(objects: readonly StorageObject[], prefix: string): FolderEntry[] {
  const entries = new Map<string, FolderEntry>()
  for (const object of objects) {
    const [name = '', inside] = object.path.slice(prefix.length).split('/')
    if (!entries.has(name))
      entries.set(name, inside === undefined ? fileEntry(object, name) : folderEntry(name))
  }
  return [...entries.values()]
}

export function sortEntries(
  entries: readonly FolderEntry[],
  { column = 'name', order = 'asc' }: { column?: string; order?: string },
): FolderEntry[] {
  const key = column === 'updated_at' || column === 'created_at' ? column : 'name'
  const direction = order === 'desc' ? -1 : 1
  return entries.toSorted((a, b) => direction * compare(a[key] ?? '', b[key] ?? ''))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function folderEntry(name: string): FolderEntry {
  return {
    name,
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  }
}

export function fileEntry(object: StorageObject, name: string): FolderEntry {
  const updatedAt = object.updated_at.toISOString()
  return {
    name,
    id: object.id,
    updated_at: updatedAt,
    created_at: object.created_at.toISOString(),
    last_accessed_at: updatedAt,
    metadata: {
      eTag: `"${object.etag}"`,
      size: object.bytes,
      mimetype: object.content_type,
      cacheControl: object.cache_control,
      lastModified: updatedAt,
      contentLength: object.bytes,
      httpStatusCode: 200,
    },
  }
}

interface PageOptions {
  readonly prefix: string
  readonly limit: number
  /** The page before gave this cursor. */
  readonly cursor?: string | undefined
  /** If it is true, what lies below a folder is listed as that folder. */
  readonly hasFolders: boolean
  readonly sortBy: { readonly column?: SortColumn; readonly order?: 'asc' | 'desc' }
}
type SortColumn = 'name' | 'created_at' | 'updated_at'

/** Returns one page of a listing by `listV2`: names are whole paths, and those of folders end with a slash. */
export function pageOf(
  objects: readonly StorageObject[],
  { prefix, limit, cursor, hasFolders, sortBy }: PageOptions,
) {
  const { column = 'name', order = 'asc' } = sortBy
  const direction = order === 'desc' ? -1 : 1
  const all = hasFolders ? withFolders(objects, prefix) : objects.map(pathEntry)
  // Folders have no times: by time they come first, and any two of the same time by name.
  const keyOf = (entry: FolderEntry): PageKey => [
    column === 'name' ? '' : (entry[column] ?? ''),
    entry.name,
  ]
  const compareKeys = (a: PageKey, b: PageKey) =>
    direction * (compare(a[0], b[0]) || compare(a[1], b[1]))
  const sorted = all.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)))
  const after = cursor === undefined || cursor === '' ? null : readCursor(cursor)
  const rest = after ? sorted.filter((entry) => compareKeys(keyOf(entry), after) > 0) : sorted
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rest.length > page.length
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor(keyOf(last)) }),
    folders: page.filter(({ id }) => id === null).map(({ name }) => ({ name, key: name })),
    objects: page.filter(({ id }) => id !== null).map((entry) => ({ ...entry, key: entry.name })),
  }
}

function pathEntry(object: StorageObject): FolderEntry {
  return fileEntry(object, object.path)
}

function withFolders(objects: readonly StorageObject[], prefix: string): FolderEntry[] {
  const entries = new Map<string, FolderEntry>()
  for (const object of objects) {
    const slash = object.path.indexOf('/', prefix.length)
    const name = slash === -1 ? object.path : object.path.slice(0, slash + 1)
    if (!entries.has(name)) {
      entries.set(name, slash === -1 ? pathEntry(object) : folderEntry(name))
    }
  }
  return [...entries.values()]
}

/** A page is sorted by the first, then by the name. */
type PageKey = readonly [sortedBy: string, name: string]

function writeCursor(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function readCursor(cursor: string): PageKey {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Value.Check(PageCursor, value)) return value
  } catch {
    // The error below refuses it.
  }
  throw new StorageError('InvalidRequest', 'cursor is not one of a page before')
}

const PageCursor = Type.Tuple([Type.String(), Type.String()])
