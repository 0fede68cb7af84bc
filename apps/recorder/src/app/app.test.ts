import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { freePort } from '../testing/free-port.ts'
import { key, startIngestServer, user } from '../testing/ingest-server.ts'
import { raceDatagrams } from '../testing/datagrams.ts'
import { hostRecorder, type HostedRecorder } from '../testing/host-recorder.ts'
import { startPairingServer } from '../testing/pairing-server.ts'
import { startUpdateServer } from '../testing/update-server.ts'
import type { Installation } from '../update/installed-program.ts'
import { VERSION } from '../version.ts'
import type { View } from './view.ts'

/** The limit guards against hanging alone. */
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

test('a new recorder takes the place of one that was killed, not of one that is running', async (t) => {
  const world = await start(t)
  const killed = { port: await freePort(), token: 'of-the-killed-one' }
  writeFileSync(join(world.config, 'running.json'), JSON.stringify(killed))
  const app = await world.app()
  assert.doesNotMatch(app.address, /of-the-killed-one/)
  const second = await world.run().waitForExit()
  assert.equal(second.code, 0)
  assert.equal(second.stderr, `The recorder is running already: ${app.address}\n`)
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
  const other = await startIngestServer()
  t.after(() => other.kill())
  assert.equal(await app.act('pair', { server: other.url, user, key }), '')
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

test('a folder that cannot be written holds up no race: it goes to the server from memory', async (t) => {
  const world = await start(t, { spool: '/dev/null/spool' })
  const app = await world.app()
  await app.recorder.waitForOutput(/The spool folder \/dev\/null\/spool cannot be written/)
  await app.until(({ relay }) => relay.state === 'connected')
  await world.drive()
  const { problem } = await app.until(({ relay }) => relay.acknowledged > 0)
  assert.match(problem?.text ?? '', /^Nothing can be stored/)
})

test('the page is opened in the browser, and again for who starts it twice', async (t) => {
  const world = await start(t)
  const recorder = world.run('app')
  const [address] = await recorder.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
  await recorder.waitForOutput(/connected to/)
  assert.deepEqual(recorder.opened, [address])
  const second = world.run('app')
  await second.waitForExit()
  assert.deepEqual(second.opened, [address])
  recorder.interrupt()
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0)
  assert.match(stderr, new RegExp(`^Pitboard recorder ${VERSION}: ${address}\\nIt runs as long as`))
})

test('one that knows its server opens the page for the code instead, and then records', async (t) => {
  const world = await start(t)
  const server = await startPairingServer(t, key)
  rmSync(join(world.config, 'settings.json'))
  writeFileSync(
    join(world.config, 'settings.json'),
    JSON.stringify({ listenPort: world.port, spool: join(world.config, 'spool') }),
  )
  const recorder = world.run('app', { PITBOARD_SERVER: server })
  await recorder.waitForOutput(/Paired with Max on/)
  await recorder.waitForOutput(/Listening on UDP/)
  assert.deepEqual(recorder.opened, ['https://pitboard.example/pair?code=BCDF-GHJK'])
  const stored: unknown = JSON.parse(readFileSync(join(world.config, 'settings.json'), 'utf8'))
  assert.partialDeepStrictEqual(stored, { target: { server, user, key } })
})

test('it ends where its user quits it on the page', async (t) => {
  const world = await start(t)
  const app = await world.app()
  await app.until(({ relay }) => relay.state === 'connected')
  assert.equal(await app.act('quit', {}), '')
  assert.equal((await app.recorder.waitForExit()).code, 0)
  assert.equal(existsSync(join(world.config, 'running.json')), false)
})

/** Starts a recorder of one file that installs an update, which is this script. */
async function startOutdated(t: TestContext, script: (config: string) => string) {
  const world = await start(t)
  const program = `#!/bin/sh\n[ "$1" = --version ] && echo 9001.0.0 && exit\n${script(world.config)}\n`
  const updates = await startUpdateServer(t, program, '9001.0.0')
  const path = join(world.config, 'recorder')
  writeFileSync(path, 'present')
  // It takes no recordings, which are not asked for here.
  const target = { server: updates.url, user, key }
  const settings = { target, updateKey: updates.updateKey, listenPort: world.port }
  writeFileSync(
    join(world.config, 'settings.json'),
    JSON.stringify({ ...settings, spool: join(world.config, 'spool') }),
  )
  const recorder = world.run('app', {}, { kind: 'program', path, platform: 'linux-x64' })
  const [address] = await recorder.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\/\S+/)
  const app = steer(address, recorder)
  await app.until(({ update }) => update.state === 'offered')
  assert.equal(await app.act('update', {}), '')
  return { ...world, recorder, path, app }
}

test('an update that does not start is taken back: the former version goes on and says so', async (t) => {
  const { recorder, path } = await startOutdated(t, () => 'exit 3')
  await recorder.waitForOutput(/Version 9001\.0\.0 did not start\. Version \S+ goes on\./)
  const [, again = ''] = await recorder.waitForOutput(
    /goes on\.\n[^]*Pitboard recorder \S+ (http:\/\/127\.0\.0\.1:\d+\/\S+)/,
  )
  const { updateProblem } = await steer(again, recorder).until(() => true)
  assert.deepEqual(updateProblem, {
    text: 'Version 9001.0.0 did not start',
    remedy: `Version ${VERSION} goes on.`,
  })
  assert.equal(readFileSync(path, 'utf8'), 'present')
})

test('an update that starts takes over, with the same options, and ends for both', async (t) => {
  const alive = createServer((_, response) => response.end('pitboard-recorder'))
  alive.listen(0, '127.0.0.1')
  await once(alive, 'listening')
  t.after(() => alive.close())
  const address = alive.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { recorder, path, config } = await startOutdated(
    t,
    (folder) =>
      `echo "$@" > ${folder}/options; echo '{"port":${port},"token":"t"}' > ${folder}/running.json; sleep 0.3; exit 7`,
  )
  assert.equal((await recorder.waitForExit()).code, 7)
  assert.equal(readFileSync(join(config, 'options'), 'utf8'), 'app\n')
  assert.match(readFileSync(path, 'utf8'), /^#!/)
  assert.equal(readFileSync(`${path}.former`, 'utf8'), 'present')
})

interface App {
  readonly address: string
  readonly recorder: HostedRecorder
  /** Resolves with the first view that fulfils it. */
  until(holds: (view: View) => boolean): Promise<View>
  /** Resolves with the error, or "". */
  act(action: string, body: object): Promise<string>
}

async function start(t: TestContext, { key: storedKey = key, spool = '' } = {}) {
  const server = await startIngestServer()
  const folder = mkdtempSync(join(tmpdir(), 'recorder-app-'))
  const running: HostedRecorder[] = []
  // The recorder goes first: while it runs it writes into the folder.
  t.after(async () => {
    for (const recorder of running) {
      recorder.interrupt()
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
    spool: spool || join(folder, 'spool'),
  }
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings))
  const run = (
    options = 'app --no-browser',
    env: Readonly<Record<string, string>> = {},
    installation: Installation = { kind: 'sources' },
  ) => {
    const recorder = hostRecorder(
      options.split(' '),
      { XDG_CONFIG_HOME: folder, ...env },
      { installation },
    )
    running.push(recorder)
    return recorder
  }
  return {
    server,
    config,
    port,
    run,
    async app(...options: string[]): Promise<App> {
      const recorder = run(['app', '--no-browser', ...options].join(' '))
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

function steer(address: string, recorder: HostedRecorder): App {
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
