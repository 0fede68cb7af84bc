import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../platform/db/embedded/embedded.ts'
import { createLog } from '../platform/diagnostics/log.ts'
import { tieToThisProcess } from './tie.ts'

export interface TestCluster {
  /** This is the value for `TEST_DATABASE_URL`, so that all test files of a run share this cluster. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL for one run of the tests, in a temporary folder. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-test-cluster-'))
  chmodSync(folder, 0o711)
  const log = createLog('error')
  // Nothing here has to survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const database = await openEmbeddedDatabase(folder, log, { ...settings, max_connections: '200' })
  const folders = [...new Set([folder, database.folder])]
  const release = tieToThisProcess(folders, database.pid)
  return {
    url: database.url,
    stop: async () => {
      release()
      await database.stop()
      for (const path of folders) rmSync(path, { recursive: true, force: true })
    },
  }
}
