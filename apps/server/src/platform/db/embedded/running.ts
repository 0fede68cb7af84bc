import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOTE } from './place.ts'

/** The address of the database that a running server has opened on `dataDir`; null where none has. */
export function runningDatabaseUrl(dataDir: string): string | null {
  const note = join(dataDir, NOTE)
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
  try {
    const port = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
    const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
    return port ? `postgres://pitboard:${password}@127.0.0.1:${port}/pitboard` : null
  } catch {
    return null
  }
}
