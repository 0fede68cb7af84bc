import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { freePort } from '../testing/free-port.ts'
import { key, startIngestServer, user } from '../testing/ingest-server.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { runRecorder, type RunningRecorder } from '../testing/run-recorder.ts'
import type { View } from './view.ts'

/** Guards against hanging alone. */
const VIEW_WITHIN_MS = 60_000
const race = raceDatagrams(60)

test('once paired it records without a click, and goes on when the server refuses its key', async (t) => {
  const world = await start(t, { key: 'revoked' })
  const app = await world.app()
  const refused = await app.until(({ relay }) => relay.state === 'refused')
  assert.match(refused.relay.reason ?? '', /does not accept this user and key/)
  assert.equal(refused.recording, 'on')
  await world.drive()
  await app.until(({ telemetry }) => telemetry.seen === race.length)

  // Paired again with a valid key, it sends what it has stored.
  await app.act('pair', { server: world.server.url, user, key })
  await app.until(({ captures, relay }) => {
    return relay.state === 'connected' && captures.some(({ state }) => state === 'stored')
  })
  const [stream] = world.server.streams.values()
  assert.ok(stream !== undefined && stream.durable.length > 0)
})

test('the page and the terminal show that the port is taken; it records once the port is free', async (t) => {
  const world = await start(t)
  const other = createSocket('udp4')
  other.bind(world.port, '0.0.0.0')
  await once(other, 'listening')
  const app = await world.app()
  const { recording, problem } = await app.until(({ problem }) => problem !== null)
  assert.equal(recording, 'on')
  assert.match(problem?.text ?? '', /UDP port \d+ is taken by another program/)
  await app.recorder.waitForOutput(/is taken by another program/)
  other.close()
  await once(other, 'close')
  await app.until(({ problem, relay }) => problem === null && relay.state === 'connected')
})

test('a new recorder replaces one that was killed, not one that is running', async (t) => {
  const world = await start(t)
  const killed = await world.app()
  killed.recorder.process.kill('SIGKILL')
  await killed.recorder.waitForExit()
  const app = await world.app()
  assert.notEqual(app.address, killed.address)
  const second = await world.run().waitForExit()
  assert.equal(second.code, 0)
  assert.ok(second.stderr.includes(app.address))
})

test('the key is never shown, and never carried to another server', async (t) => {
  const world = await start(t)
  const app = await world.app()
  const view = await app.until(({ relay }) => relay.state === 'connected')
  assert.ok(!JSON.stringify(view).includes(key))
  assert.deepEqual(view.pairing, { server: world.server.url, user })
  const moved = await app.act('pair', { server: 'http://127.0.0.1:9', user, key: '' })
  assert.match(moved, /The recorder key is missing/)
  assert.equal(await app.act('pair', { server: world.server.url, user, key: '' }), '')
})

test('a wrong setting is refused with the reason, and the setting stays as it was', async (t) => {
  const world = await start(t)
  const app = await world.app()
  const before = await app.until(({ relay }) => relay.state === 'connected')
  const cases: [string, object, RegExp][] = [
    ['settings', { listenPort: 70_000 }, /listenPort/],
    ['settings', { diskLimitGb: -1 }, /diskLimitGb/],
    ['settings', { forwards: ['localhost'] }, /lacks a port/],
    ['settings', { forwards: [`127.0.0.1:${world.port}`] }, /is the port this recorder listens on/],
    ['pair', { server: 'pitboard', user, key }, /The server address is not an address/],
    ['pair', { server: world.server.url, user: 'me', key }, /The user id is not a user's id/],
    ['delete', { recording: '..', file: 7 }, /file/],
  ]
  for (const [action, body, message] of cases) {
    assert.match(await app.act(action, body), message, JSON.stringify(body))
  }
  const { settings } = await app.until(() => true)
  assert.deepEqual(settings, before.settings)
})

test('a capture for another server is marked, and deleting it deletes its recording', async (t) => {
  const world = await start(t, { key: 'revoked' })
  const app = await world.app()
  await app.until(({ relay }) => relay.state === 'refused')
  await world.drive()
  await app.until(({ telemetry }) => telemetry.seen === race.length)
  const other = { server: 'http://127.0.0.1:9', user, key }
  assert.equal(await app.act('pair', other), '')
  const { captures } = await app.until(({ captures }) => captures[0]?.state === 'waiting')
  const [left] = captures
  assert.ok(left?.isElsewhere)
  assert.equal(left.server, world.server.url)
  assert.equal(await app.act('delete', { recording: left.recording, file: left.file }), '')
  const { disk } = await app.until(({ captures }) => captures.length === 0)
  assert.equal(disk.usedBytes, 0)
})

test('settings that cannot be read are renamed, not overwritten', async (t) => {
  const world = await start(t)
  writeFileSync(join(world.config, 'settings.json'), '{"listenPort": 0')
  const app = await world.app()
  const { pairing } = await app.until(() => true)
  assert.equal(pairing, null)
  assert.ok(readdirSync(world.config).includes('settings.json.unreadable'))
  assert.match(readFileSync(join(world.config, 'settings.json.unreadable'), 'utf8'), /listenPort/)
})

test('the port of the command line is stored as if it was set on the page', async (t) => {
  const world = await start(t)
  const port = await freePort()
  const app = await world.app('--listen', String(port))
  const { settings } = await app.until(({ relay }) => relay.state === 'connected')
  assert.equal(settings.listenPort, port)
  const stored: { listenPort?: number } = JSON.parse(
    readFileSync(join(world.config, 'settings.json'), 'utf8'),
  )
  assert.equal(stored.listenPort, port)
})

interface App {
  readonly address: string
  readonly recorder: RunningRecorder
  /** The first view that fulfils it. */
  until(holds: (view: View) => boolean): Promise<View>
  /** The error, or "". */
  act(action: string, body: object): Promise<string>
}

async function start(t: TestContext, { key: storedKey = key } = {}) {
  const server = await startIngestServer()
  const folder = mkdtempSync(join(tmpdir(), 'recorder-app-'))
  const running: RunningRecorder[] = []
  // The recorder first: while it runs it writes into the folder.
  t.after(async () => {
    for (const recorder of running) {
      recorder.process.kill('SIGKILL')
      await recorder.waitForExit()
    }
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const config = join(folder, 'pitboard')
  const port = await freePort()
  mkdirSync(config)
  const settings = {
    target: { server: server.url, user, key: storedKey },
    listenPort: port,
    spool: join(folder, 'spool'),
  }
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings))
  const run = (...options: string[]) => {
    const recorder = runRecorder(['app', '--no-browser', ...options], { XDG_CONFIG_HOME: folder })
    running.push(recorder)
    return recorder
  }
  return {
    server,
    config,
    port,
    run,
    async app(...options: string[]): Promise<App> {
      const recorder = run(...options)
      const [address] = await recorder.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
      return steer(address, recorder)
    },
    async drive() {
      const game = createSocket('udp4')
      for (const { bytes } of race) {
        await new Promise((resolve) => game.send(bytes, port, '127.0.0.1', resolve))
      }
      game.close()
    },
  }
}

function steer(address: string, recorder: RunningRecorder): App {
  return {
    address,
    recorder,
    async until(holds) {
      const answer = await fetch(`${address}events`, {
        signal: AbortSignal.timeout(VIEW_WITHIN_MS),
      })
      assert.ok(answer.body)
      let text = ''
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const view: View = JSON.parse(text.slice('data: '.length, end))
          text = text.slice(end + 2)
          if (holds(view)) return view
        }
      }
      throw new Error('The recorder has ended')
    },
    async act(action, body) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(address + action, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return answer.ok ? '' : await answer.text()
    },
  }
}
