import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openTestS3 } from '../../testing/s3-server.ts'
import { readStoredFile } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { createS3Files } from './s3-files.ts'

const SCRIPT = fileURLToPath(new URL('../../../../../scripts/copy-files.ts', import.meta.url))
const run = promisify(execFile)

test('copy-files copies captures and pictures into the bucket, each once', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-copy-'))
  const s3 = await openTestS3()
  const files = createS3Files(s3.url)
  t.after(async () => {
    files.close()
    await s3.close()
    rmSync(dataDir, { recursive: true })
  })
  const local = createFolderFiles(dataDir)
  const keys = ['captures/old.pcap.zst', 'captures/new/1.pcap.zst', 'files/ab/1ab']
  for (const key of [...keys, 'replays/a.v/replay.json', 'ingest/a/1.journal']) {
    await local.put(key, Buffer.from(key))
  }
  const copy = async () => {
    const env = { ...process.env, DATA_DIR: dataDir, S3_URL: s3.url }
    return (await run(process.execPath, [SCRIPT], { env })).stdout
  }
  assert.equal(await copy(), '3 files copied, 0 were there already.\n')
  assert.equal(await copy(), '0 files copied, 3 were there already.\n')
  assert.deepEqual(s3.keys().toSorted(), keys.map((key) => `club/${key}`).toSorted())
  for (const key of keys) assert.deepEqual(await readStoredFile(files, key), Buffer.from(key))
})
