import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  RecorderUpdate,
  recorderUpdates,
  SignedUpdate,
} from '@pitboard/contract/ingest/recorder-update'
import type { DownloadPlatform } from '@pitboard/contract/site/downloads'
import { until } from '@pitboard/contract/testing/patience'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runProgram } from '@pitboard/recorder/testing/run-recorder'
import { downloadUpdate } from '@pitboard/recorder/update/download-update'
import { findUpdate } from '@pitboard/recorder/update/offered-update'
import { tryProgram } from '@pitboard/recorder/update/replace-program'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { openAccount } from '@pitboard/server/testing/account'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import { Value } from 'typebox/value'
import { zip } from '@pitboard/recorder/build/zip'
import { openRecorderPage } from './src/recorder-page.ts'

const FIXTURE = fileURLToPath(new URL('src/installed-recorder.fixture.ts', import.meta.url))
const PRESENT = '1.0.0'

let folder: string
let server: TestServer
let updateKey: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-updates-'))
  server = await openTestServer({ env: { DOWNLOADS_DIR: folder, RECORDER_PROGRAMS: 'none' } })
  const { url } = server
  const answer = await fetch(url + recorderUpdates.key.path)
  ;({ updateKey } = Value.Parse(recorderUpdates.key.response, await answer.json()))
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns what `installed` at a path does: the recorder, under this version. */
const recorderOf = (version: string, path: string) =>
  `#!/bin/sh\nexec '${process.execPath}' '${FIXTURE}' '${path}' ${version} "$@"\n`

/** The server offers these bytes from now on. */
function offer(
  version: string,
  content: string | Buffer,
  platform: DownloadPlatform = 'linux-x64',
) {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(join(folder, 'program'), bytes)
  const entry = { platform, file: 'program', kind: 'program', bytes: bytes.length, sha256 }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version, platforms: [entry] }))
}

const look = (url = server.url, key = updateKey, platform: DownloadPlatform = 'linux-x64') =>
  findUpdate({ server: url, updateKey: key, platform, present: PRESENT })

/** Stands between the recorder and the server, and changes what it says. */
async function startBetween(t: TestContext, respond: RequestListener): Promise<string> {
  const between = createServer(respond)
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  t.after(() => {
    between.closeAllConnections()
    between.close()
  })
  const address = between.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

async function readSigned(url = server.url): Promise<SignedUpdate> {
  const answer = await fetch(`${url}/api/RecorderUpdates/linux-x64`)
  return Value.Parse(SignedUpdate, await answer.json())
}

test('a newer version is offered, an older or equal one is not, nor one that the server does not have', async () => {
  offer('1.0.1', 'new')
  assert.equal((await look())?.version, '1.0.1')
  assert.equal(await look(server.url, updateKey, 'windows-x64'), null)
  for (const version of ['1.0.0', '0.9.9', '0.99.0']) {
    offer(version, 'old')
    assert.equal(await look(), null, version)
  }
  offer('1.10.0', 'new')
  assert.equal((await look())?.version, '1.10.0')
})

test('what the key of the pairing has not signed is refused: changed, of another server, of another key, for another system', async (t) => {
  offer('1.0.1', 'new')
  const signed = await readSigned()
  const answers: [string, object, RegExp][] = [
    [
      'changed',
      { ...signed, manifest: signed.manifest.replace('1.0.1', '9.0.1') },
      /not signed with the key/,
    ],
    ['no signature', { ...signed, signature: 'A'.repeat(86) }, /not signed with the key/],
    ['short', { ...signed, signature: 'AA' }, /is not signed/],
    ['no manifest', { version: '9.0.0' }, /is not signed/],
  ]
  let answer: object = {}
  const between = await startBetween(t, (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  for (const [name, told, message] of answers) {
    answer = told
    await assert.rejects(look(between), message, name)
  }
  answer = signed
  assert.equal(
    (await look(between))?.version,
    '1.0.1',
    'the same bytes are trusted wherever they come from',
  )
  await assert.rejects(look(between, updateKey, 'macos-x64'), /is for another system/)
  const other = await openTestServer({ env: { DOWNLOADS_DIR: folder, RECORDER_PROGRAMS: 'none' } })
  t.after(() => other.close())
  answer = await readSigned(other.url)
  await assert.rejects(look(between), /not signed with the key/)
})

test('a file that is truncated, too long, changed or from another host is refused, and nothing is left', async (t) => {
  const content = Buffer.alloc(200_000, 'new')
  offer('1.0.1', content)
  const update = await look()
  assert.ok(update)
  const path = join(folder, 'next')
  const elsewhere = await startBetween(t, (_request, response) => void response.end(content))
  const answers: [string, RequestListener, RegExp][] = [
    [
      'truncated',
      (_request, response) => void response.end(content.subarray(1)),
      /incomplete or changed/,
    ],
    [
      'too long',
      (_request, response) => void response.end(Buffer.concat([content, content])),
      /incomplete or changed/,
    ],
    [
      'changed',
      (_request, response) => void response.end(Buffer.alloc(content.length, 'bad')),
      /incomplete or changed/,
    ],
    [
      'missing',
      (_request, response) => void response.writeHead(404).end(),
      /does not send the update/,
    ],
    [
      'another host',
      (_request, response) => void response.writeHead(302, { location: elsewhere }).end(),
      /cannot be reached/,
    ],
    [
      'cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': content.length }).write(content.subarray(9))
        response.destroy()
      },
      /cannot be reached/,
    ],
  ]
  let place = 0
  const between = await startBetween(t, (request, response) =>
    answers[place]?.[1](request, response),
  )
  const download = (from: string) =>
    downloadUpdate({
      server: from,
      update,
      path,
      cancelled: new AbortController().signal,
      onProgress: () => {},
    })
  for (const [index, [name, , message]] of answers.entries()) {
    place = index
    await assert.rejects(download(between), message, name)
    assert.equal(existsSync(path), false, name)
  }
  await download(server.url)
  assert.deepEqual(readFileSync(path), content)
  rmSync(path)
})

test('a program is taken out of its archive; one that does not start or is another version is refused', async (t) => {
  const script = '#!/bin/sh\necho 1.0.1\n'
  offer(
    '1.0.1',
    await zip([
      { name: 'README.txt', content: 'x', isExecutable: false },
      { name: 'pitboard-recorder', content: script, isExecutable: true },
    ]),
    'macos-arm64',
  )
  const update = await look(server.url, updateKey, 'macos-arm64')
  assert.ok(update)
  const path = join(folder, 'next')
  t.after(() => rmSync(path, { force: true }))
  const download = {
    server: server.url,
    update,
    path,
    cancelled: new AbortController().signal,
    onProgress: () => {},
  }
  await downloadUpdate(download)
  assert.equal(readFileSync(path, 'utf8'), script)
  await tryProgram(path, '1.0.1')
  await assert.rejects(tryProgram(path, '1.0.2'), /is not version 1\.0\.2/)
  writeFileSync(path, '#!/bin/sh\nexit 3\n')
  await assert.rejects(tryProgram(path, '1.0.1'), /does not start: it ended with 3/)
  writeFileSync(path, 'no program')
  await assert.rejects(tryProgram(path, '1.0.1'), /does not start/)
  offer(
    '1.0.1',
    await zip([{ name: 'README.txt', content: 'x', isExecutable: false }]),
    'macos-arm64',
  )
  const empty = await look(server.url, updateKey, 'macos-arm64')
  assert.ok(empty)
  await assert.rejects(downloadUpdate({ ...download, update: empty }), /holds no program/)
})

interface Installed {
  readonly version: string
  /** Returns what the server offers, for the path of the program that is replaced. */
  readonly offered: (path: string) => string
  readonly pinned?: string | null
}

/** Installs a recorder in a folder of its own, and pairs it. */
async function install(t: TestContext, { version, offered, pinned = updateKey }: Installed) {
  const { context, url } = server
  const { userId } = await openAccount(context)
  const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'rig' })
  const home = mkdtempSync(join(tmpdir(), 'pitboard-installed-'))
  t.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))
  const path = join(home, 'pitboard-recorder')
  writeFileSync(path, recorderOf(PRESENT, path))
  chmodSync(path, 0o755)
  offer(version, offered(path))
  const config = join(home, 'pitboard')
  mkdirSync(config)
  const listenPort = await freePort()
  const settings = {
    target: { server: url, user: userId, key },
    updateKey: pinned,
    listenPort,
    spool: join(home, 'spool'),
  }
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings))
  const recorder = runProgram(path, [], { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: home })
  t.after(async () => {
    recorder.process.kill('SIGTERM')
    await recorder.waitForExit()
  })

  return { path, home, listenPort, recorder, ...openRecorderPage(config) }
}

test('the recorder asks, replaces its program, stores the former one, and is the new one in the same terminal', async (t) => {
  const rig = await install(t, {
    version: '1.0.1',
    offered: (path) => recorderOf('1.0.1', path),
  })
  const next = recorderOf('1.0.1', rig.path)
  const first = await until(rig.address)
  await rig.offers('1.0.1')
  assert.equal(
    readFileSync(rig.path, 'utf8'),
    recorderOf(PRESENT, rig.path),
    'nothing happens by itself',
  )
  assert.equal(await rig.act('update'), '')
  await rig.recorder.waitForOutput(/1\.0\.1: Pitboard recorder/)
  await until(() => rig.address() !== null && rig.address() !== first)
  assert.equal(readFileSync(rig.path, 'utf8'), next)
  assert.equal(readFileSync(`${rig.path}.former`, 'utf8'), recorderOf(PRESENT, rig.path))
  assert.ok(!readdirSync(rig.home).some((name) => name.endsWith('.next')))
  await until(async () => (await rig.view())?.relay.state === 'connected')

  await rig.offers('1.0.1')
  const game = createSocket('udp4')
  const [datagram] = createRace({ seed: 1, laps: 1, cars: 2, rateHz: 10 }).datagrams()
  assert.ok(datagram)
  await new Promise((resolve) => game.send(datagram.bytes, rig.listenPort, '127.0.0.1', resolve))
  game.close()
  await until(async () => {
    const update = (await rig.view())?.update
    return update?.state === 'offered' && update.isDriving
  })
  assert.match(await rig.act('update'), /A race is being driven/)
  assert.equal(readFileSync(rig.path, 'utf8'), next)

  // The one that was started first stands for all of them.
  rig.recorder.process.kill('SIGTERM')
  assert.equal((await rig.recorder.waitForExit()).code, 0)
  assert.equal(rig.address(), null)
})

/** It knows its version and nothing else. */
const BROKEN = `#!/bin/sh\n[ "$1" = --version ] && echo 1.0.2 && exit 0\nexit 1\n`

test('a version that ends as soon as it starts is taken back, and the recorder goes on with the reason', async (t) => {
  const rig = await install(t, { version: '1.0.2', offered: () => BROKEN })
  const first = await until(rig.address)
  await rig.offers('1.0.2')
  assert.equal(await rig.act('update'), '')
  await rig.recorder.waitForOutput(/1\.0\.0: Version 1\.0\.2 did not start/)
  await until(() => rig.address() !== null && rig.address() !== first)
  assert.equal(readFileSync(rig.path, 'utf8'), recorderOf(PRESENT, rig.path))
  assert.deepEqual(
    readdirSync(rig.home).filter((name) => name.startsWith('pitboard-recorder')),
    ['pitboard-recorder'],
  )
  const view = await until(async () => {
    const shown = await rig.view()
    return shown?.relay.state === 'connected' ? shown : null
  })
  assert.equal(view.updateProblem?.text, 'Version 1.0.2 did not start')
})

test('a program that is another version than the signed one never takes the place', async (t) => {
  const rig = await install(t, { version: '1.0.3', offered: () => BROKEN })
  await rig.offers('1.0.3')
  assert.match(await rig.act('update'), /is not version 1\.0\.3/)
  assert.match((await rig.view())?.updateProblem?.text ?? '', /is not version 1\.0\.3/)
  assert.equal(readFileSync(rig.path, 'utf8'), recorderOf(PRESENT, rig.path))
  assert.deepEqual(
    readdirSync(rig.home).filter((name) => name.startsWith('pitboard-recorder')),
    ['pitboard-recorder'],
  )
})

test('a recorder that was paired before servers had a key is offered nothing, and says what to do', async (t) => {
  const rig = await install(t, { version: '1.0.1', offered: () => 'new', pinned: null })
  const view = await until(rig.view)
  assert.deepEqual(view.update, { state: 'unpinned' })
  assert.equal(await rig.act('update'), '')
  assert.equal(readFileSync(rig.path, 'utf8'), recorderOf(PRESENT, rig.path))
})

test('the manifest holds what is needed and nothing of the server', async () => {
  offer('1.0.1', 'new')
  const manifest: unknown = JSON.parse((await readSigned()).manifest)
  assert.deepEqual(Value.Parse(RecorderUpdate, manifest), {
    product: 'pitboard-recorder',
    platform: 'linux-x64',
    version: '1.0.1',
    bytes: 3,
    sha256: createHash('sha256').update('new').digest('hex'),
  })
})
