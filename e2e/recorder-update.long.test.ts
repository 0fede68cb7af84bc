import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { recorderUpdates } from '@pitboard/contract/ingest/recorder-update'
import { until } from '@pitboard/contract/testing/patience'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { openAccount } from '@pitboard/server/testing/account'
import { openTestServer } from '@pitboard/server/testing/server'
import { Value } from 'typebox/value'
import { bundleRecorder } from '@pitboard/recorder/build/bundle'
import { programPlatforms } from '@pitboard/recorder/build/platforms'
import { buildProgram } from '@pitboard/recorder/build/program'
import { openRecorderPage } from './src/recorder-page.ts'
import { startUserMachine } from './src/recorder-program.ts'

const skip =
  `${process.platform}-${process.arch}` !== 'linux-x64' && 'the program is built for Linux x64'
const NEXT = '1.99.0'

test(
  'the downloaded program replaces itself by a newer one, on a machine without Node',
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-updates-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const target = programPlatforms.find(({ platform }) => platform === 'linux-x64')
    assert.ok(target)
    await buildProgram(target, await bundleRecorder(NEXT), folder)
    const next = readFileSync(join(folder, target.file))
    const entry = {
      platform: target.platform,
      file: target.file,
      kind: 'program',
      bytes: next.length,
      sha256: createHash('sha256').update(next).digest('hex'),
    }
    writeFileSync(
      join(folder, 'manifest.json'),
      JSON.stringify({ version: NEXT, platforms: [entry] }),
    )
    const server = await openTestServer({
      env: { DOWNLOADS_DIR: folder, RECORDER_PROGRAMS: 'none' },
    })
    t.after(() => server.close())
    const { context, url } = server
    const { userId } = await openAccount(context)
    const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'rig' })
    const keyAnswer = await (await fetch(url + recorderUpdates.key.path)).json()
    const { updateKey } = Value.Parse(recorderUpdates.key.response, keyAnswer)

    const machine = await startUserMachine(t)
    const path = join(machine.folder, 'pitboard-recorder')
    const present = readFileSync(path)
    mkdirSync(machine.config, { recursive: true })
    const settings = {
      target: { server: url, user: userId, key },
      updateKey,
      listenPort: await freePort(),
      spool: join(machine.folder, 'spool'),
    }
    writeFileSync(join(machine.config, 'settings.json'), JSON.stringify(settings))
    const recorder = machine.run(['app', '--no-browser'])
    const page = openRecorderPage(machine.config)
    await page.offers(NEXT)
    assert.equal(await page.act('update'), '')
    await recorder.waitForOutput(/Pitboard recorder 1\.99\.0/)
    const view = await until(async () => {
      const shown = await page.view()
      return shown?.relay.state === 'connected' ? shown : null
    })
    assert.equal(view.version, NEXT)
    assert.deepEqual(view.update, { state: 'none' })
    assert.ok(readFileSync(path).equals(next))
    assert.ok(readFileSync(`${path}.former`).equals(present))
    recorder.process.kill('SIGTERM')
    assert.equal((await recorder.waitForExit()).code, 0)
  },
)
