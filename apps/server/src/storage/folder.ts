import type { StorageObject } from '../db/tables.ts'

/** An entry of a folder; a folder inside it has neither id nor times. */
export interface FolderEntry {
  readonly name: string
  readonly id: string | null
  readonly updated_at: string | null
  readonly created_at: string | null
  readonly last_accessed_at: string | null
  readonly metadata: object | null
}

/** What lies directly in a folder (`prefix` ends with a slash, or is empty). */
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
