import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'kysely'
import { checkOperatorAccounts } from './accounts/access/operators.ts'
import { type KeySet, openKeys } from './accounts/auth/keys/key-set.ts'
import { checkSecret } from './accounts/auth/keys/secret.ts'
import { resealStoredKeys } from './accounts/auth/keys/stored-private-key.ts'
import type { ServerNode } from './context.ts'
import type { Config } from './platform/config/config.ts'
import { checkConnections } from './platform/db/check-connections.ts'
import { type OpenDatabase, openDatabase } from './platform/db/open.ts'
import { makePrivate } from './platform/db/private-folder.ts'
import { StartError } from './platform/diagnostics/errors.ts'
import type { Log } from './platform/diagnostics/log.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { awaitFormerWorkers, lockFolder } from './platform/files/lock-folder.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openRunFolder } from './platform/files/run-folder.ts'
import { adoptNodes } from './racing/ownership/adopt-nodes.ts'
import { ensureNodeId } from './racing/ownership/node-id.ts'
import { recoverUploads } from './racing/uploads/recover-uploads.ts'

/** One process at a time opens a data folder with its database. */
interface Installation {
  readonly database: OpenDatabase
  readonly files: FileStore
  readonly keys: KeySet
  /** These processes serve it, in their order. */
  readonly nodes: readonly [ServerNode, ...ServerNode[]]
  close(): Promise<void>
}

/** Locks the folder, and finishes what earlier servers have left in it and in the database. */
export async function openInstallation(
  config: Config,
  log: Log,
  now: () => Date,
  noteQuery: Logger | null = null,
): Promise<Installation> {
  checkOperatorAccounts(config)
  const lock = lockFolder(config.dataDir)
  const opened: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    for (const end of opened.splice(0).toReversed()) await end()
  }
  try {
    await awaitFormerWorkers(config.dataDir)
    await makePrivate(config.dataDir, log, config.databaseUrl === null)
    const database = await openDatabase(config, log, noteQuery)
    opened.push(() => database.close())
    if (config.databaseUrl !== null) await checkConnections(database.db, config.workers, log)
    const files = await openFiles(config)
    opened.push(() => files.close())
    await checkFiles(files, log)
    const keys = await openKeys(config, now)
    await checkSecret(database.db, keys, config.authJwtSecretBefore, resealStoredKeys)
    const isShared = config.workers > 1
    const runFolder = isShared ? await openRunFolder(config.dataDir) : null
    if (runFolder) opened.push(() => runFolder.remove())
    const nodes = await listNodes(config, runFolder?.path ?? null)
    const [node] = nodes
    const { dataFolder } = node
    await adoptNodes(
      database.db,
      dataFolder,
      nodes.map(({ id }) => id),
    )
    if (isShared) await removeFormerTimelines(config.dataDir, nodes)
    await recoverUploads({ config, db: database.db, files, log, node, now })
    return { database, files, keys, nodes, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listNodes(
  config: Config,
  runFolder: string | null,
): Promise<readonly [ServerNode, ...ServerNode[]]> {
  const { workers } = config
  const dataFolder = await ensureNodeId(config.dataDir)
  const id = config.nodeId ?? dataFolder
  if (workers === 1) return [{ id, dataFolder, runFolder, worker: null, workers }]
  const nodeOf = (worker: number) => ({
    id: `${id}-${worker}`,
    dataFolder,
    runFolder,
    worker,
    workers,
  })
  const others = Array.from({ length: workers - 1 }, (_, index) => nodeOf(index + 2))
  return [nodeOf(1), ...others]
}

/** Removes the timelines of a server with fewer or more workers: nobody goes on with them. */
async function removeFormerTimelines(dataDir: string, nodes: readonly ServerNode[]): Promise<void> {
  const folder = join(dataDir, 'timelines')
  const current = nodes.map(({ worker }) => `worker-${worker}`)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!current.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** A server without its file store serves what it has in its database. */
async function checkFiles(files: FileStore, log: Log): Promise<void> {
  try {
    await files.check()
  } catch (error) {
    if (error instanceof StartError) throw error
    log.warn({ err: error }, 'The file store does not answer')
  }
}
