import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Migration } from 'kysely/migration'

/** What a file exports is known once it is loaded. */
export type MigrationLoad = () => Promise<Partial<Migration>>

/** These steps lead to the baseline, for databases that an earlier version has made. */
export const EARLIER_VERSIONS = listFiles('earlier-versions')
/** These steps follow the baseline. */
export const MIGRATIONS = listFiles('migrations')

/** The server's bundle has the lists of these files written in: scripts/build-server/bundle.ts. */
function listFiles(folder: string): Readonly<Record<string, MigrationLoad>> {
  const place = new URL(`${folder}/`, import.meta.url)
  const files = readdirSync(place).filter((file) => file.endsWith('.ts'))
  return Object.fromEntries(
    files.map((file) => [basename(file, '.ts'), () => import(new URL(file, place).href)]),
  )
}
