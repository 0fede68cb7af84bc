import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The files that take longest (a minute down to ten seconds of a processor), longest first: begun
 * last, one of them would keep one processor busy while the others have nothing left.
 */
const LONGEST = [
  'e2e/faults',
  'e2e/routes',
  'e2e/signed-in-routes',
  'e2e/awkward-recordings',
  'e2e/recorder-program',
  'e2e/sessions',
  'e2e/demo',
  'e2e/captures',
  'e2e/organiser',
  'e2e/league-season',
  'e2e/accounts',
  'apps/server/src/platform/db/embedded/embedded',
  'scripts/backup/backup',
  'sim/src/scenarios',
  'sim/src/situations',
  'apps/server/src/racing/uploads/uploads',
  'apps/server/src/racing/uploads/unpack-limits',
  'apps/server/src/main',
  'apps/server/src/racing/sessions/matching/siblings',
  'apps/server/src/racing/sessions/reprocess/reprocess',
  'apps/server/src/racing/uploads/upload-queue',
  'sim/src/recording',
  'sim/src/session-kinds',
  'apps/server/src/accounts/auth/endpoints/verify',
  'apps/server/src/accounts/auth/endpoints/user',
  'sim/src/impairments',
  'apps/web/src/ui/table/table',
  'apps/server/src/racing/ingest/live-race',
  'apps/web/src/ui/shell/top-bar',
].map((name) => `${name}.test.ts`)

/** A flow without a browser, which waits for a minute: others have the processor meanwhile. */
export const WAITING_FLOW = 'e2e/faults.test.ts'

/** What they measure has a limit in time: they run after the others, one at a time. */
export const TIMED_FLOWS = ['e2e/live-links.test.ts', 'e2e/rolling-restart.test.ts']

/** These first, the others after them by name. */
export function longestFirst(files: readonly string[]): string[] {
  const rest = files.filter((file) => !LONGEST.includes(file))
  return [...LONGEST.filter((file) => files.includes(file)), ...rest.toSorted()]
}

/** As many modules are loaded once for them all; more would leave a processor idle at the end. */
const FILES_PER_PROCESS = 8

/**
 * Files that share processes, in their order: half of a short file's time is loading the server. A
 * long one has a process of its own. Writes a file for each group into the folder.
 */
export function groupFiles(files: readonly string[], folder: string): string[] {
  const long = files.filter((file) => LONGEST.includes(file))
  const short = files.filter((file) => !LONGEST.includes(file))
  const groups = Array.from({ length: Math.ceil(short.length / FILES_PER_PROCESS) }, (_, index) => {
    const group = short.slice(index * FILES_PER_PROCESS, (index + 1) * FILES_PER_PROCESS)
    const path = join(folder, `group-${index}.mjs`)
    writeFileSync(path, `import { suite } from 'node:test'\n${group.map(importAsSuite).join('')}`)
    return path
  })
  return [...long, ...groups]
}

/** A suite: its hooks are its own, and it begins when the one before has ended. */
function importAsSuite(file: string): string {
  const url = JSON.stringify(pathToFileURL(resolve(file)).href)
  return `suite(${JSON.stringify(file)}, () => import(${url}))\n`
}
