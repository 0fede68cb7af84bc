import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the id of a data folder, which outlives a restart. */
export async function ensureNodeId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'node-id')
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const id = randomUUID()
  await writeFile(path, `${id}\n`, { mode: 0o600, flush: true })
  return id
}
