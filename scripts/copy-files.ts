import { ConfigError, readConfig } from '@pitboard/server/platform/config/config'
import { StartError } from '@pitboard/server/platform/diagnostics/errors'
import type { FileStore, StoredFile } from '@pitboard/server/platform/files/file-store'
import { FileStoreError, isUnfinished } from '@pitboard/server/platform/files/file-store'
import { openFiles } from '@pitboard/server/platform/files/open-files'
import { runWithoutArguments } from './run-without-arguments.ts'

const USAGE = `npm run copy-files   copies the captures and pictures of DATA_DIR into the bucket of S3_URL

It reads the variables of the server, which may be running, and leaves out what is there already.`

/** Replays are made again from the captures, and an upload ends with its server. */
const FOLDERS = ['captures/', 'files/']

/** Copies the captures and pictures of `DATA_DIR` into the bucket of `S3_URL`; may be run again. */
async function copyAll(): Promise<void> {
  const config = readConfig(process.env)
  if (config.s3Url === null) throw new StartError('S3_URL must name the bucket to copy to.')
  const from = await openFiles({ ...config, s3Url: null })
  const to = await openFiles(config)
  try {
    await to.check()
    let [copied, present] = [0, 0]
    for (const folder of FOLDERS) {
      for await (const file of from.list(folder)) {
        if (isUnfinished(file.key)) continue
        if (await copyFile(file, from, to)) copied++
        else present++
      }
    }
    console.log(`${copied} files copied, ${present} were there already.`)
  } finally {
    to.close()
  }
}

/** Returns false where it is there already. Files are never changed under their keys. */
async function copyFile({ key, bytes }: StoredFile, from: FileStore, to: FileStore) {
  const known = await to.stat(key)
  if (known?.bytes === bytes) return false
  const opened = await from.get(key)
  // The file was deleted meanwhile.
  if (!opened) return false
  await to.put(key, opened.content)
  return true
}

await runWithoutArguments(USAGE, async () => {
  try {
    await copyAll()
    return 0
  } catch (error) {
    const isExpected = [ConfigError, StartError, FileStoreError].some(
      (kind) => error instanceof kind,
    )
    console.error(isExpected && error instanceof Error ? error.message : error)
    return 1
  }
})
