import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { until } from '@pitboard/contract/testing/patience'
import { Failure } from '../failure.ts'
import { user } from '../testing/ingest-server.ts'
import { startUpdateServer } from '../testing/update-server.ts'
import type { Installation } from '../update/installed-program.ts'
import { VERSION } from '../version.ts'
import { openSettings } from './settings.ts'
import { createUpdating } from './updating.ts'

const NEWER = '9001.0.0'
const PROGRAM = `#!/bin/sh\necho ${NEWER}\n`
const CHECK_EVERY_MS = 6 * 60 * 60_000

interface Given {
  readonly kind?: Installation['kind']
  readonly program?: string
  readonly version?: string
  readonly isPaired?: boolean
  /** The pairing has brought no update key, or that of another server. */
  readonly key?: 'none' | 'other'
}

async function start(t: TestContext, given: Given = {}) {
  const { kind = 'program', program = PROGRAM, version = NEWER, isPaired = true } = given
  const server = await startUpdateServer(t, program, version)
  const folder = mkdtempSync(join(tmpdir(), 'updating-'))
  const path = join(folder, 'recorder')
  writeFileSync(path, 'present')
  const settings = openSettings(join(folder, 'settings'), () => {})
  const keys = { none: null, other: 'k'.repeat(43) }
  settings.changeSettings({
    target: isPaired ? { server: server.url, user, key: 'k' } : null,
    updateKey: given.key === undefined ? server.updateKey : keys[given.key],
  })
  const world = { isDriving: false }
  const ready: string[] = []
  const printed: string[] = []
  const updating = createUpdating({
    settings,
    installation: kind === 'program' ? { kind, path, platform: 'linux-x64' } : { kind },
    isDriving: () => world.isDriving,
    onReady: (one) => ready.push(one),
    print: (text) => printed.push(text),
    problem: null,
  })
  t.after(() => {
    updating.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    world,
    server,
    updating,
    settings,
    ready,
    printed,
    next: `${path}.next`,
    path,
    /** Checks until it has an offer, or a problem. */
    async offer() {
      updating.check()
      await until(() => updating.problem !== null || updating.view.state !== 'none')
      return updating.view
    },
  }
}

suite('an update', () => {
  test('is offered where the server has a newer version for this system', async (t) => {
    const { server, updating, world, printed, offer } = await start(t)
    assert.deepEqual(updating.view, { state: 'none' })
    assert.deepEqual(await offer(), { state: 'offered', version: NEWER, isDriving: false })
    assert.deepEqual(server.asked, ['/api/RecorderUpdates/linux-x64'])
    assert.deepEqual(printed, [`Version ${NEWER} of the recorder is available`])
    world.isDriving = true
    assert.deepEqual(updating.view, { state: 'offered', version: NEWER, isDriving: true })
  })

  test('of an archive is made by hand, and the page says where from', async (t) => {
    const { server, updating, offer } = await start(t, { kind: 'archive' })
    const address = `${server.url}/download/portable`
    assert.deepEqual(await offer(), { state: 'byHand', version: NEWER, address })
    assert.deepEqual(server.asked, ['/api/RecorderUpdates/portable'])
    await updating.install()
    assert.equal(server.asked.length, 1, 'nothing is downloaded')
  })

  test('is not looked for by sources, before the pairing, and without a key of it', async (t) => {
    for (const [given, state] of [
      [{ kind: 'sources' }, 'none'],
      [{ isPaired: false }, 'none'],
      [{ key: 'none' }, 'unpinned'],
    ] as const) {
      const { server, updating } = await start(t, given)
      updating.check()
      // The server has answered everything that was sent before.
      await fetch(`${server.url}/after`)
      assert.deepEqual(updating.view, { state })
      await updating.install()
      assert.deepEqual([server.asked, updating.problem], [['/after'], null])
    }
  })

  test('of the present version is none', async (t) => {
    const { server, updating, printed } = await start(t, { version: VERSION })
    updating.check()
    await until(() => server.asked.length > 0)
    await updating.install()
    assert.deepEqual([updating.view, printed], [{ state: 'none' }, []])
  })

  test('that another key has signed is a problem, and is not offered', async (t) => {
    const { updating, offer } = await start(t, { key: 'other' })
    assert.deepEqual(await offer(), { state: 'none' })
    assert.match(updating.problem?.text ?? '', /is not signed with the key of the pairing/)
    assert.match(updating.problem?.remedy ?? '', /^Nothing was changed/)
  })

  test('is looked for every six hours, and no longer once it is stopped', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { server, updating, offer } = await start(t)
    await offer()
    /** Counts the looks, once the server has answered everything that was sent before. */
    const countLooks = async () => {
      await fetch(`${server.url}/after`)
      return server.asked.filter((path) => path.endsWith('/linux-x64')).length
    }
    assert.equal(await countLooks(), 1)
    // A look of the user does not add a second rhythm.
    updating.check()
    t.mock.timers.tick(CHECK_EVERY_MS - 1)
    assert.equal(await countLooks(), 2)
    t.mock.timers.tick(1)
    assert.equal(await countLooks(), 3)
    updating.stop()
    t.mock.timers.tick(CHECK_EVERY_MS)
    assert.equal(await countLooks(), 3)
  })
})

suite('an update that its user installs', () => {
  test('is downloaded, tried, and lies beside the program', async (t) => {
    const { updating, server, ready, next, path, offer } = await start(t)
    await offer()
    const resume = server.pauseDownload()
    const installing = updating.install()
    await until(() => updating.view.state === 'downloading' && updating.view.percent > 0)
    assert.deepEqual(updating.view, { state: 'downloading', version: NEWER, percent: 50 })
    await updating.install()
    assert.deepEqual(server.asked.length, 2, 'once')
    resume()
    await installing
    assert.deepEqual(ready, [NEWER])
    assert.equal(readFileSync(next, 'utf8'), PROGRAM)
    assert.equal(readFileSync(path, 'utf8'), 'present')
    assert.equal(updating.view.state, 'offered')
  })

  const inRace = { message: 'A race is being driven', remedy: 'Update the recorder after it.' }

  test('waits for the end of a race', async (t) => {
    const { updating, world, server, ready, offer } = await start(t)
    await offer()
    world.isDriving = true
    await assert.rejects(updating.install(), inRace)
    assert.deepEqual([server.asked.length, ready], [1, []])
    assert.equal(updating.problem, null)
  })

  test('is given up for a race that begins meanwhile', async (t) => {
    const { updating, world, server, ready, next, offer } = await start(t)
    await offer()
    const resume = server.pauseDownload()
    const installing = updating.install()
    await until(() => server.asked.length === 2)
    world.isDriving = true
    resume()
    await assert.rejects(installing, inRace)
    assert.deepEqual([ready, existsSync(next)], [[], false])
    assert.deepEqual(updating.problem, { text: inRace.message, remedy: inRace.remedy })
    world.isDriving = false
    await updating.install()
    assert.deepEqual([ready, updating.problem], [[NEWER], null])
  })

  test('and does not start changes nothing', async (t) => {
    const { updating, ready, next, offer } = await start(t, { program: '#!/bin/sh\nexit 3\n' })
    await offer()
    await assert.rejects(updating.install(), Failure)
    assert.deepEqual([ready, existsSync(next)], [[], false])
    assert.match(updating.problem?.text ?? '', /does not start: it ended with 3$/)
    assert.equal(updating.view.state, 'offered')
  })

  test('is cut off when the recorder ends', async (t) => {
    const { updating, server, ready, next, offer } = await start(t)
    await offer()
    const resume = server.pauseDownload()
    const installing = updating.install()
    await until(() => server.asked.length === 2)
    updating.stop()
    await assert.rejects(installing, /cannot be reached/)
    resume()
    assert.deepEqual([ready, existsSync(next)], [[], false])
  })
})

test('an offer of the server before is forgotten with a new pairing', async (t) => {
  const { updating, settings, offer } = await start(t)
  await offer()
  settings.changeSettings({ updateKey: null })
  assert.deepEqual(updating.view, { state: 'unpinned' })
  updating.check()
  settings.changeSettings({ updateKey: 'k'.repeat(43) })
  assert.deepEqual(updating.view, { state: 'none' })
})
