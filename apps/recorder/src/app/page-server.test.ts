import assert from 'node:assert/strict'
import { request } from 'node:http'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import type { StoredCapture } from '../spool/captures.ts'
import { newStreamFile, writeStreamFile } from '../spool/stream-file.ts'
import { freePort } from '../testing/free-port.ts'
import { key, startIngestServer, user } from '../testing/ingest-server.ts'
import { createDevicePairing } from './device-pairing.ts'
import { servePage } from './page-server.ts'
import { createLoginStart } from './login-start.ts'
import { createRecordingControl, diskLimitBytes } from './recording-control.ts'
import { announceApp, findRunningApp, pageAddress } from './running-app.ts'
import { openSettings } from './settings.ts'
import { createUpdating } from './updating.ts'
import { createView, isElsewhere } from './view.ts'

const TARGET = { server: 'https://pitboard.example', user, key: 'k' }

/** Opens the page of a recorder in this process, with a spool of its own. */
async function openPage(t: TestContext, target: typeof TARGET | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  const spool = join(folder, 'spool')
  mkdirSync(spool)
  const settings = openSettings(join(folder, 'settings'), () => {})
  settings.changeSettings({ target, spool, listenPort: await freePort() })
  const control = createRecordingControl(settings, () => {}, { patienceMs: 0 })
  const devicePairing = createDevicePairing({ onCode() {}, onPaired() {}, print() {} })
  const updating = createUpdating({
    settings,
    installation: { kind: 'sources' },
    isDriving: () => false,
    onReady() {},
    print() {},
    problem: null,
  })
  const loginStart = createLoginStart({
    installation: { kind: 'program', path: '/opt/recorder', platform: 'linux-x64' },
    platform: 'linux',
    home: folder,
    env: {},
  })
  let quits = 0
  const page = await servePage({
    control,
    settings,
    devicePairing,
    updating,
    loginStart,
    quit: () => void quits++,
    view: () =>
      createView({
        control,
        settings: settings.current,
        devicePairing: devicePairing.view,
        knownServer: null,
        updating,
        loginStart,
        platform: 'win32',
      }),
  })
  t.after(async () => {
    devicePairing.cancel()
    page.close()
    await control.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const address = pageAddress(page)
  return {
    folder,
    spool,
    settings,
    control,
    devicePairing,
    page,
    address,
    get quits() {
      return quits
    },
    /** Resolves with the status, and what the user reads. */
    async act(action: string, body: unknown = {}) {
      const answer = await fetch(address + action, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const told = await answer.text()
      return told === '' ? answer.status : [answer.status, ...Object.values(JSON.parse(told))]
    },
  }
}

/** Reads the first event of the page. */
async function firstView({ port, token }: { port: number; token: string }): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/${token}/events`)
  for await (const bytes of answer.body ?? []) return Buffer.from(bytes).toString()
  return ''
}

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request with any headers, which `fetch` does not allow. */
async function send(port: number, { path = '/', method = 'GET', headers = {}, body = '' }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<readonly [number, string]>()
  const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
    text(response).then((answer) => resolve([response.statusCode ?? 0, answer]), reject)
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const padded = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

suite('the page', () => {
  test('a recorder that is to start at sign-in has a unit of its user until that is taken back', async (t) => {
    const { act, page, folder } = await openPage(t)
    const unit = join(folder, '.config/systemd/user/pitboard-recorder.service')
    const link = join(folder, '.config/systemd/user/default.target.wants/pitboard-recorder.service')
    assert.match(await firstView(page), /"startsAtSignIn":false,"hasFirewall":true/)
    assert.equal(await act('login-start', { isOn: true }), 204)
    assert.match(readFileSync(link, 'utf8'), /^ExecStart="\/opt\/recorder" "app" "--no-browser"$/m)
    assert.match(await firstView(page), /"startsAtSignIn":true/)
    // The program was moved since: its next start writes the entry again.
    const moved = { kind: 'program', path: '/srv/recorder', platform: 'linux-x64' } as const
    const options = { platform: 'linux', home: folder, env: {} } as const
    assert.equal(createLoginStart({ installation: moved, ...options }).isOn, true)
    assert.match(readFileSync(unit, 'utf8'), /^ExecStart="\/srv\/recorder"/m)
    assert.equal(await act('login-start', { isOn: false }), 204)
    assert.deepEqual([existsSync(unit), existsSync(link)], [false, false])
    const sources = createLoginStart({ installation: { kind: 'sources' }, ...options })
    assert.equal(sources.isOn, null)
  })

  test('has its files below the token, which nobody stores or embeds', async (t) => {
    const { address } = await openPage(t)
    for (const [name, type, start] of [
      ['', 'text/html; charset=utf-8', '<!doctype html>'],
      ['page.css', 'text/css; charset=utf-8', ''],
      ['page.js', 'text/javascript; charset=utf-8', ''],
      ['german.js', 'text/javascript; charset=utf-8', ''],
      ['notices.txt', 'text/plain; charset=utf-8', 'the licences'],
      ['alive', 'text/plain', 'pitboard-recorder'],
    ] as const) {
      const answer = await fetch(address + name)
      assert.equal(answer.status, 200, name)
      assert.equal(answer.headers.get('content-type'), type)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
      const policy = answer.headers.get('content-security-policy')
      assert.match(
        policy ?? '',
        /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
      )
      const body = await answer.text()
      assert.ok(body.length > 0 && body.toLowerCase().startsWith(start), name)
    }
    const missing = await fetch(`${address}missing`)
    assert.deepEqual(
      [missing.status, await missing.json()],
      [404, { text: 'There is nothing here', remedy: '' }],
    )
  })

  test('refuses another host, another origin and another token', async (t) => {
    const { page } = await openPage(t)
    const { port, token } = page
    const path = `/${token}/alive`
    const own = `127.0.0.1:${port}`
    for (const [sent, status, said] of [
      [{ path, headers: { host: own } }, 200, /pitboard-recorder/],
      [{ path, headers: { host: `localhost:${port}` } }, 200, /pitboard-recorder/],
      [{ path, headers: { host: own, origin: `http://${own}` } }, 200, /pitboard-recorder/],
      [{ path, headers: { host: `evil.example:${port}` } }, 403, /Wrong host/],
      [{ path, headers: { host: '127.0.0.1' } }, 403, /Wrong host/],
      [{ path, headers: { host: own, origin: 'http://evil.example' } }, 403, /Wrong origin/],
      [{ path, headers: { host: own, origin: `https://${own}` } }, 403, /Wrong origin/],
      [{ path: '/', headers: { host: own } }, 403, /Open the address/],
      [{ path: `/${token.slice(1)}/alive`, headers: { host: own } }, 403, /Open the address/],
      [{ path, method: 'PUT', headers: { host: own } }, 405, /GET or POST/],
      [{ path, method: 'DELETE', headers: { host: own } }, 405, /GET or POST/],
    ] as const) {
      const [found, answer] = await send(port, sent)
      assert.equal(found, status, JSON.stringify(sent))
      assert.match(answer, said)
    }
  })

  test('takes a JSON body of 64 KiB at most for an action that it knows', async (t) => {
    const world = await openPage(t)
    const { port, token } = world.page
    const json = { 'content-type': 'application/json' }
    const post = (action: string, body: string, headers: Record<string, string> = json) =>
      send(port, { path: `/${token}/${action}`, method: 'POST', headers, body })
    assert.deepEqual(await post('quit', '{}'), [204, ''])
    assert.equal(world.quits, 1)
    const refused = JSON.stringify({ text: 'Not JSON', remedy: '' })
    assert.deepEqual(await post('quit', '{'), [400, refused])
    assert.deepEqual(await post('quit', '{}', { 'content-type': 'text/plain' }), [400, refused])
    assert.deepEqual(await post('quit', padded(64 * 1024)), [204, ''])
    assert.deepEqual(await post('quit', padded(64 * 1024 + 1)), [400, refused])
    assert.equal(world.quits, 2)
    const [status, answer] = await post('unknown', '{}')
    assert.equal(status, 404)
    assert.match(answer, /There is nothing here/)
  })

  test('shows its view at first and when it has changed, until it is closed', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { address, settings, page } = await openPage(t)
    const answer = await fetch(`${address}events`)
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    assert.ok(answer.body)
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader.read()
    assert.match(first.value ?? '', /^data: \{.*"diskLimitGb":5.*\}\n\n$/)
    t.mock.timers.tick(500)
    settings.changeSettings({ diskLimitGb: 7 })
    t.mock.timers.tick(500)
    const second = await reader.read()
    assert.match(second.value ?? '', /^data: \{.*"diskLimitGb":7.*\}\n\n$/)
    page.close()
    assert.equal((await reader.read()).done, true)
  })
})

suite('pairing', () => {
  test('stores the trimmed server, user and key, and records', async (t) => {
    const server = await startIngestServer()
    t.after(() => server.kill())
    const world = await openPage(t)
    const body = { server: ` ${server.url}// `, user: ` ${user} `, key: ` ${key} ` }
    assert.equal(await world.act('pair', body), 204)
    assert.deepEqual(world.settings.current.target, { server: server.url, user, key })
    assert.equal(world.control.state, 'on')
    assert.equal(await world.act('stop'), 204)
    assert.equal(world.control.state, 'off')
  })

  test('keeps the present key for the present server alone', async (t) => {
    const world = await openPage(t, TARGET)
    const other = '0190b3a4-0000-7000-8000-000000000009'
    const present = { server: `${TARGET.server}/`, user: other, key: '' }
    assert.equal(await world.act('pair', present), 204)
    assert.deepEqual(world.settings.current.target, { ...TARGET, user: other })
    const missing = [400, 'The recorder key is missing', 'Copy it from the dashboard.']
    const elsewhere = { server: 'https://other.example', user, key: ' ' }
    assert.deepEqual(await world.act('pair', elsewhere), missing)
  })

  test('names the field that is wrong', async (t) => {
    const world = await openPage(t)
    const right = { server: TARGET.server, user, key: 'k' }
    for (const [body, said] of [
      [{ ...right, server: 'pitboard' }, 'The server address is not an address'],
      [{ ...right, user: 'me' }, "The user id is not a user's id"],
      [{ ...right, key: 'k'.repeat(501) }, /^key must not have more than 500 characters/],
      [{ ...right, user: 7 }, /^user must be string/],
      [[], /^The request /],
    ] as const) {
      const [status, shown] = [await world.act('pair', body)].flat()
      assert.equal(status, 400)
      if (typeof said === 'string') assert.equal(shown, said)
      else assert.match(String(shown), said)
    }
    assert.equal(world.settings.current.target, null)
    assert.deepEqual(await world.act('pair-in-browser', { server: 'x' }), [
      400,
      'The server address is not an address',
      'For example: http://localhost:8080',
    ])
  })

  test('in the browser begins with the server, and a pairing by key ends it', async (t) => {
    const world = await openPage(t)
    const server = `http://127.0.0.1:${await freePort()}`
    assert.equal(await world.act('pair-in-browser', { server: ` ${server}/ ` }), 204)
    assert.equal(world.devicePairing.view?.server, server)
    assert.equal(await world.act('pair', { ...TARGET, server }), 204)
    assert.equal(world.devicePairing.view, null)
  })
})

suite('recording', () => {
  test('without a pairing does not start, and shows why', async (t) => {
    const world = await openPage(t)
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.equal(await world.act('start'), 204)
      assert.equal(world.control.state, 'off')
      assert.deepEqual(world.control.problem, {
        text: 'The recorder is not paired yet',
        remedy: 'Pair it first.',
        isPortTaken: false,
      })
    }
    const server = await startIngestServer()
    t.after(() => server.kill())
    assert.equal(await world.act('pair', { server: server.url, user, key }), 204)
    assert.deepEqual([world.control.state, world.control.problem], ['on', null])
  })

  test('starts again on another port, and begins on it where it was off', async (t) => {
    const server = await startIngestServer()
    t.after(() => server.kill())
    const world = await openPage(t, { server: server.url, user, key })
    const ports = [await freePort(), await freePort()]
    assert.equal(await world.act('settings', { diskLimitGb: 1 }), 204)
    assert.equal(world.control.state, 'off')
    assert.equal(await world.act('settings', { listenPort: ports[0] }), 204)
    assert.equal(world.control.state, 'on')
    while (world.control.status === null) await new Promise((resolve) => setImmediate(resolve))
    const { status } = world.control
    assert.equal(await world.act('settings', { listenPort: ports[0], diskLimitGb: 2 }), 204)
    assert.equal(world.control.status, status, 'the same port: it goes on')
    assert.equal(status.recording?.disk.use.limitBytes, 2e9)
    assert.equal(await world.act('settings', { listenPort: ports[1] }), 204)
    assert.equal(world.control.state, 'on')
    assert.notEqual(world.control.status, status)
    while (world.control.status === null) await new Promise((resolve) => setImmediate(resolve))
    const own = [`127.0.0.1:${ports[1]}`]
    const [code, said] = [await world.act('settings', { forwards: own })].flat()
    assert.deepEqual(
      [code, said],
      [400, `--forward ${own[0]} is the port this recorder listens on`],
    )
    assert.deepEqual(world.settings.current.forwards, [])
    assert.equal(await world.act('settings', { forwards: ['127.0.0.1:1'] }), 204)
    assert.deepEqual(world.settings.current.forwards, ['127.0.0.1:1'])
  })

  test('settings that make no sense are refused with the field', async (t) => {
    const world = await openPage(t)
    const before = world.settings.current
    for (const [body, said] of [
      [{ listenPort: 0 }, /^listenPort must be >= 1/],
      [{ diskLimitGb: 0 }, /^diskLimitGb /],
      [{ forwards: ['localhost'] }, /^--forward localhost lacks a port/],
      [{ forwards: 'localhost:1' }, /^forwards must be array/],
    ] as const) {
      const [status, shown] = [await world.act('settings', body)].flat()
      assert.equal(status, 400)
      assert.match(String(shown), said)
    }
    assert.equal(world.settings.current, before)
  })
})

/** Leaves a capture as an earlier recorder would, stored or still to be sent. */
function leaveCapture(spool: string, name: string, { isSent = true, server = TARGET.server } = {}) {
  const folder = join(spool, name)
  mkdirSync(folder)
  writeStreamFile(folder, newStreamFile({ server, user }))
  writeFileSync(join(folder, 'session-001.pcap'), '1234')
  if (!isSent) {
    mkdirSync(join(folder, 'outbox'))
    writeFileSync(join(folder, 'outbox', 'some'), '56')
  }
  return { folder, capture: { recording: name, file: 'session-001.pcap' } }
}

suite('a capture', () => {
  test('is deleted, and one that is gone is no error', async (t) => {
    const world = await openPage(t, TARGET)
    const { folder, capture } = leaveCapture(world.spool, 'one')
    for (const other of [
      { ...capture, recording: 'two' },
      { ...capture, file: 'other.pcap' },
    ]) {
      assert.equal(await world.act('delete', other), 204)
      assert.ok(existsSync(folder))
    }
    assert.equal(await world.act('delete', capture), 204)
    assert.ok(!existsSync(folder))
    assert.equal(await world.act('delete', capture), 204)
  })

  test('that waits for this server leaves what is still to be sent; one for another leaves nothing', async (t) => {
    const world = await openPage(t, TARGET)
    const own = leaveCapture(world.spool, 'own', { isSent: false })
    const others = leaveCapture(world.spool, 'others', {
      isSent: false,
      server: 'https://b.example',
    })
    assert.equal(await world.act('delete', own.capture), 204)
    assert.ok(existsSync(join(own.folder, 'outbox')))
    assert.ok(!existsSync(join(own.folder, own.capture.file)))
    assert.equal(await world.act('delete', others.capture), 204)
    assert.ok(!existsSync(others.folder))
  })

  test('that another recorder writes is not deleted', async (t) => {
    const world = await openPage(t, TARGET)
    const { folder, capture } = leaveCapture(world.spool, 'one')
    writeStreamFile(folder, { ...newStreamFile(TARGET), pid: process.ppid })
    assert.deepEqual(await world.act('delete', capture), [
      400,
      'This capture is being recorded',
      'Stop the recording, or wait for its end.',
    ])
    assert.ok(existsSync(join(folder, capture.file)))
  })

  test('above a new disk limit is removed at once', async (t) => {
    const world = await openPage(t, TARGET)
    const { folder } = leaveCapture(world.spool, 'one')
    assert.equal(await world.act('settings', { diskLimitGb: 1 }), 204)
    assert.ok(existsSync(folder))
    assert.equal(await world.act('settings', { diskLimitGb: 1e-9 }), 204)
    assert.ok(!existsSync(folder))
  })

  test('is elsewhere for another server, another user, and without a pairing', async (t) => {
    const { settings, spool } = await openPage(t, TARGET)
    const capture: StoredCapture = {
      recording: '',
      file: '',
      bytes: 0,
      changedAtMs: 0,
      state: 'sent',
      server: TARGET.server,
      user,
    }
    assert.equal(isElsewhere(capture, settings.current), false)
    assert.equal(isElsewhere({ ...capture, server: 'b' }, settings.current), true)
    assert.equal(isElsewhere({ ...capture, user: 'b' }, settings.current), true)
    assert.equal(isElsewhere(capture, { ...settings.current, target: null }), true)
    assert.ok(existsSync(spool))
  })
})

const NO_UPDATE = { view: { state: 'none' }, problem: null } as const

test('the view has all that the page shows, newest capture first, without the key', async (t) => {
  const world = await openPage(t, TARGET)
  const before = leaveCapture(world.spool, '2026-01').capture
  const other = { isSent: false, server: 'https://b.example' }
  const after = leaveCapture(world.spool, '2026-02', other).capture
  const view = createView({
    control: world.control,
    settings: world.settings.current,
    devicePairing: null,
    knownServer: 'https://known.example',
    updating: NO_UPDATE,
    loginStart: { isOn: null },
    platform: 'linux',
  })
  const { version, addresses, ...rest } = view
  assert.match(version, /^\d+\.\d+\.\d+/)
  assert.ok(addresses.every((address) => !address.startsWith('127.') && !address.includes(':')))
  const { server } = TARGET
  assert.deepEqual(rest, {
    recording: 'off',
    problem: null,
    pairing: { server, user },
    devicePairing: null,
    update: { state: 'none' },
    updateProblem: null,
    knownServer: 'https://known.example',
    telemetry: { packetsPerSecond: 0, seen: 0, format: null, session: null, lap: null },
    relay: {
      state: 'off',
      reason: null,
      remedy: null,
      liveUrl: null,
      backlog: 0,
      acknowledged: 0,
    },
    disk: { usedBytes: 4 + 4 + 2, limitBytes: 5e9 },
    spool: world.spool,
    captures: [
      { ...after, bytes: 4, state: 'waiting', server: other.server, isElsewhere: true },
      { ...before, bytes: 4, state: 'stored', server, isElsewhere: false },
    ],
    settings: { listenPort: world.settings.current.listenPort, forwards: [], diskLimitGb: 5 },
    startsAtSignIn: null,
    hasFirewall: false,
    notes: [],
  })
  assert.ok(!JSON.stringify(view).includes('"k"'))
  const unlimited = { ...world.settings.current, diskLimitGb: null, target: null }
  assert.equal(diskLimitBytes(unlimited), Infinity)
  const free = createView({
    control: world.control,
    settings: unlimited,
    devicePairing: null,
    knownServer: null,
    updating: NO_UPDATE,
    loginStart: { isOn: null },
    platform: 'linux',
  })
  assert.deepEqual([free.disk.limitBytes, free.pairing], [null, null])
})

test('a page that is open learns that the recorder ends', async (t) => {
  const { page, address } = await openPage(t)
  const answer = await fetch(`${address}events`)
  assert.ok(answer.body)
  let events = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    events += chunk
    page.close()
  }
  assert.match(events, /^data: .*\n\n$/)
})

suite('one recorder runs for a user', () => {
  test('and is found by the others until it ends', async (t) => {
    const { folder, page, address } = await openPage(t)
    assert.equal(await findRunningApp(folder), null)
    const { port, token } = page
    const end = await announceApp(folder, { port, token })
    assert.ok(end)
    assert.equal(await findRunningApp(folder), address)
    assert.equal(await announceApp(folder, { port, token: 'another' }), null)
    end()
    assert.ok(!existsSync(join(folder, 'running.json')))
    assert.equal(await findRunningApp(folder), null)
  })

  test('and replaces one that was killed, or whose file is damaged', async (t) => {
    const { folder, page } = await openPage(t)
    const file = join(folder, 'running.json')
    const { port, token } = page
    for (const left of [JSON.stringify({ port: await freePort(), token }), '{', '{"port":1}']) {
      writeFileSync(file, left)
      assert.equal(await findRunningApp(folder), null)
      const end = await announceApp(folder, { port, token })
      assert.ok(end)
      assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { port, token })
      end()
    }
  })

  test('and leaves the file of the one that came after it', async (t) => {
    const { folder, page } = await openPage(t)
    const { port, token } = page
    const end = await announceApp(folder, { port, token })
    assert.ok(end)
    const later = JSON.stringify({ port, token: 'later' })
    writeFileSync(join(folder, 'running.json'), later)
    end()
    assert.equal(readFileSync(join(folder, 'running.json'), 'utf8'), later)
    assert.equal(await findRunningApp(folder), null, 'it does not answer under that token')
  })
})
