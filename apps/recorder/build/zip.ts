import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

interface ZipEntry {
  readonly name: string
  readonly content: string | Buffer
  readonly isExecutable: boolean
}

// The date is local, as zip archives store it, and fixed: the same sources give the same bytes, whenever and wherever
// they are built.
const DATE = new Date(1980, 0, 1)

/** Packs a zip archive that records which files are executable. */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const { name, content, isExecutable } of entries) {
    const mode = isExecutable ? 0o100755 : 0o100644
    archive.addBuffer(Buffer.from(content), name, { mode, mtime: DATE, forceDosTimestamp: true })
  }
  archive.end()
  return buffer(archive.outputStream)
}
