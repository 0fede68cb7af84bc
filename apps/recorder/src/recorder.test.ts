import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { usage } from './arguments.ts'
import { NOTICES } from './notices.ts'
import { freePort } from './testing/free-port.ts'
import { hostRecorder } from './testing/host-recorder.ts'
import { key, startIngestServer, user } from './testing/ingest-server.ts'
import { startPairingServer } from './testing/pairing-server.ts'
import { VERSION } from './version.ts'

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('what other programs read goes to standard output, alone, and the recorder ends well', async () => {
  for (const [option, text] of [
    ['--help', usage],
    ['--version', VERSION],
    ['--notices', NOTICES],
  ] as const) {
    const ended = await hostRecorder([option]).waitForExit()
    assert.deepEqual(ended, { code: 0, stdout: `${text}\n`, stderr: '' })
  }
})

test('a mistake of the user is told with what to do about it', async () => {
  const ended = await hostRecorder(['send']).waitForExit()
  assert.deepEqual(ended, {
    code: 1,
    stdout: '',
    stderr: 'recorder: send takes one file\n  For example: send race.pcap\n',
  })
})

test('a fault of the recorder is called one, and shows where with PITBOARD_DEBUG', async (t) => {
  const configIsFile = join(makeFolder(t), 'file')
  writeFileSync(configIsFile, '')
  const run = (env: Readonly<Record<string, string>>) =>
    hostRecorder(['app', '--no-browser'], { ...env, XDG_CONFIG_HOME: configIsFile }).waitForExit()
  const plain = await run({})
  assert.equal(plain.code, 1)
  assert.match(plain.stderr, /^recorder: ENOTDIR.*\n {2}This is a fault of the recorder: .*\n$/)
  const detailed = await run({ PITBOARD_DEBUG: '' })
  assert.match(detailed.stderr, /^recorder: ENOTDIR.*\nError: ENOTDIR.*\n {4}at /)
  assert.doesNotMatch(detailed.stderr, /This is a fault/)
})

test('record without a key pairs with the server it is told, and remembers it', async (t) => {
  const folder = makeFolder(t)
  const server = await startPairingServer(t, key)
  const args = ['--host', '127.0.0.1', '--listen', `${await freePort()}`]
  const record = ['record', ...args, '--spool', join(folder, 'spool')]
  const recorder = hostRecorder([...record, '--server', server], { XDG_CONFIG_HOME: folder })
  // The server of this test knows pairings alone.
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 1)
  assert.match(stderr, /^To pair this recorder, confirm the code BCDF-GHJK at https:/)
  assert.match(stderr, new RegExp(`\\nPaired with Max on ${server}\\n.*Listening on UDP`))
  const settings: unknown = JSON.parse(
    readFileSync(join(folder, 'pitboard', 'settings.json'), 'utf8'),
  )
  assert.partialDeepStrictEqual(settings, { target: { server, user, key } })

  // The next time it is paired.
  const next = await hostRecorder(record, { XDG_CONFIG_HOME: folder }).waitForExit()
  assert.doesNotMatch(next.stderr, /To pair this recorder/)
  assert.match(next.stderr, /Listening on UDP/)
})

/** Starts a recorder that listens, with a server that takes everything. */
async function startRecording(t: TestContext) {
  const server = await startIngestServer()
  const folder = makeFolder(t)
  const target = ['--server', server.url, '--user', user, '--key', key]
  const listen = ['--host', '127.0.0.1', '--listen', `${await freePort()}`]
  const recorder = hostRecorder(['record', ...target, ...listen, '--spool', folder])
  t.after(async () => {
    recorder.interrupt()
    await recorder.waitForExit()
    await server.kill()
  })
  await recorder.waitForOutput(/connected to/)
  return recorder
}

test('what fails beside a recording is told once, and the recording goes on', async (t) => {
  const recorder = await startRecording(t)
  for (const message of ['beside', 'beside', 'another', 'beside'])
    recorder.fault(new Error(message))
  assert.deepEqual(recorder.exits, [])
  recorder.interrupt()
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0)
  assert.deepEqual(stderr.match(/^recorder: .*/gm), [
    'recorder: beside',
    'recorder: another',
    'recorder: beside',
  ])
})

test('what fails elsewhere ends the recorder', async () => {
  const recorder = hostRecorder(['--version'])
  recorder.fault(new Error('no memory'))
  assert.deepEqual(recorder.exits, [1])
  assert.match((await recorder.waitForExit()).stderr, /^recorder: no memory\n {2}This is a fault/)
})

test('the first Ctrl-C ends in order, a second one at once unless it is the same', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const recorder = await startRecording(t)
  recorder.interrupt()
  t.mock.timers.tick(1_000)
  recorder.interrupt()
  assert.deepEqual(recorder.exits, [])
  t.mock.timers.tick(1)
  recorder.interrupt()
  assert.deepEqual(recorder.exits, [130])
  const { code, stderr } = await recorder.waitForExit()
  assert.equal(code, 0)
  assert.equal(stderr.split('Sending the rest; once more to end at once\n').length, 2)
})
