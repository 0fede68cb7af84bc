import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import {
  type RecorderUpdate,
  recorderUpdates,
  UPDATE_BYTES_MAX,
  UPDATE_CONTEXT,
} from '@pitboard/contract/ingest/recorder-update'
import { ApiException } from '@pitboard/contract/wire/client'
import { zip } from '../../build/zip.ts'
import { Failure } from '../failure.ts'
import { isNewer } from './compare-versions.ts'
import { downloadUpdate } from './download-update.ts'
import { fetchUpdateKey, findUpdate } from './offered-update.ts'
import {
  checkReplaceable,
  namesBeside,
  replaceProgram,
  restoreProgram,
  tryProgram,
} from './replace-program.ts'
import { optionsOfNext, runNext } from './run-next.ts'
import { readZipFile } from './zip-file.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const KEY = String(publicKey.export({ format: 'jwk' }).x)
const OTHER_KEY = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x)

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const updateOf = (
  content: string | Buffer,
  more: Partial<RecorderUpdate> = {},
): RecorderUpdate => ({
  product: 'pitboard-recorder',
  platform: 'linux-x64',
  version: '1.2.0',
  bytes: Buffer.byteLength(content),
  sha256: sha256Of(content),
  ...more,
})
const CONTENT = 'newer'
const UPDATE = updateOf(CONTENT)

function signed(manifest: string, context = UPDATE_CONTEXT) {
  const signature = sign(null, Buffer.from(context + manifest), privateKey).toString('base64url')
  return { manifest, signature }
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'update-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function serve(t: TestContext, respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const answering = (t: TestContext, answer: object, status = 200) =>
  serve(t, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

const NEWER: readonly (readonly [version: string, present: string, isNewer: boolean])[] = [
  ['1.2.3', '1.2.3', false],
  ['1.2.4', '1.2.3', true],
  ['1.2.2', '1.2.3', false],
  ['1.3.0', '1.2.9', true],
  ['1.1.9', '1.2.0', false],
  ['2.0.0', '1.99.99', true],
  ['1.10.0', '1.9.0', true],
  ['1.2.3-rc', '1.2.2', false],
  ['1.2.3', '1.2.2-rc', false],
  ['v1.2.3', '1.2.2', false],
  ['1.2.3.4', '1.2.2', false],
  ['1.2', '1.1.0', false],
  ['1234567.0.0', '1.0.0', false],
  ['', '', false],
]
for (const [version, present, expected] of NEWER) {
  test(`version ${version} is ${expected ? '' : 'not '}newer than ${present}`, () => {
    assert.equal(isNewer(version, present), expected)
  })
}

test('a program without a console window opens none for the next one; any other one shares its terminal', () => {
  const hidden = { stdio: 'ignore', windowsHide: true }
  const shared = { stdio: 'inherit' }
  for (const [platform, isTerminal, options] of [
    ['win32', false, hidden],
    ['win32', true, shared],
    ['linux', false, shared],
    ['darwin', true, shared],
  ] as const) {
    assert.deepEqual(optionsOfNext(platform, isTerminal), options, platform)
  }
})

const look = (server: string, more: { present?: string; updateKey?: string } = {}) =>
  findUpdate({ server, updateKey: KEY, platform: 'linux-x64', present: '1.1.0', ...more })

suite('an offered update', () => {
  test('is what the key of the pairing has signed, if it is newer', async (t) => {
    const server = await answering(t, signed(JSON.stringify(UPDATE)))
    assert.deepEqual(await look(server), UPDATE)
    assert.equal(await look(server, { present: '1.2.0' }), null)
  })

  test('is none where the server has none', async (t) => {
    assert.equal(await look(await answering(t, { title: 'Not Found' }, 404)), null)
  })

  test('is not known where the server does not answer', async (t) => {
    await assert.rejects(look(await answering(t, { title: 'Busy' }, 503)), ApiException)
  })

  const manifest = JSON.stringify(UPDATE)
  for (const [rule, answer, message] of [
    ['without a signature', { manifest }, /is not signed$/],
    [
      'with another text than the signed one',
      { ...signed(manifest), manifest: '{}' },
      /with the key/,
    ],
    ['signed for another purpose', signed(manifest, 'other\n'), /with the key of the pairing$/],
    ['that has other fields', signed('{"version":"1.2.0"}'), /cannot be read$/],
    ['that is no JSON', signed('1.2.0'), /cannot be read$/],
    [
      'that is larger than any program',
      signed(JSON.stringify({ ...UPDATE, bytes: UPDATE_BYTES_MAX + 1 })),
      /cannot be read$/,
    ],
    [
      'for another system',
      signed(JSON.stringify({ ...UPDATE, platform: 'windows-x64' })),
      /is for another system$/,
    ],
  ] as const) {
    test(`is refused ${rule}`, async (t) => {
      const server = await answering(t, answer)
      await assert.rejects(look(server), (error) => {
        assert.ok(error instanceof Failure)
        assert.match(error.message, message)
        assert.match(error.remedy, /^Nothing was changed\. .*pair the recorder again\.$/)
        return true
      })
    })
  }

  // The other address has exactly what the first one would have: only the way there is wrong.
  for (const status of [301, 302, 303, 307, 308]) {
    test(`is not taken from where the server redirects to with ${status}, nor is its key`, async (t) => {
      let asked = 0
      const other = await serve(t, (request, response) => {
        asked++
        const isKey = request.url === recorderUpdates.key.path
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(isKey ? { updateKey: KEY } : signed(manifest)))
      })
      const server = await serve(t, ({ url = '' }, response) => {
        response.writeHead(status, { location: other + url }).end()
      })
      await assert.rejects(look(server), (error) => {
        assert.ok(error instanceof Failure)
        return error.message.includes('redirects to another address')
      })
      assert.equal(await fetchUpdateKey(server), null)
      assert.equal(asked, 0)
    })
  }

  test('is none if it was signed for an earlier version, and is offered again', async (t) => {
    const server = await answering(t, signed(JSON.stringify(UPDATE)))
    for (const present of ['1.2.0', '1.2.1', '2.0.0']) {
      assert.equal(await look(server, { present }), null, present)
    }
  })

  test('is refused with the signature of another server', async (t) => {
    const server = await answering(t, signed(manifest))
    await assert.rejects(look(server, { updateKey: OTHER_KEY }), /with the key of the pairing/)
  })
})

test('the key of a server is known where it has one that can be read', async (t) => {
  assert.equal(await fetchUpdateKey(await answering(t, { updateKey: KEY })), KEY)
  assert.equal(await fetchUpdateKey(await answering(t, { updateKey: 'short' })), null)
  assert.equal(await fetchUpdateKey(await answering(t, {}, 404)), null)
})

async function download(t: TestContext, respond: RequestListener, update = UPDATE) {
  const path = join(makeFolder(t), 'recorder.next')
  writeFileSync(path, 'left behind')
  const progress: number[] = []
  const server = await serve(t, respond)
  const cancelled = new AbortController()
  const done = downloadUpdate({
    server,
    update,
    path,
    cancelled: cancelled.signal,
    onProgress: (bytes) => progress.push(bytes),
  })
  return { path, progress, cancelled, done, server }
}
const failure = (message: RegExp, remedy: string) => (error: unknown) => {
  assert.ok(error instanceof Failure)
  assert.match(error.message, message)
  assert.equal(error.remedy, remedy)
  return true
}

const entry = (name: string) => ({ name, content: `#!${name}`, isExecutable: true })

/** Sends until the other side has had enough. */
function writeOn(response: ServerResponse): void {
  if (!response.closed) response.write(Buffer.alloc(64 * 1024), () => writeOn(response))
}

suite('a download', () => {
  test('is written as it was signed, ready to be started', async (t) => {
    let asked = ''
    const { path, progress, done } = await download(t, (request, response) => {
      asked = `${request.method} ${request.url}`
      response.end(CONTENT)
    })
    await done
    assert.equal(asked, 'GET /api/RecorderUpdates/linux-x64/file')
    assert.equal(readFileSync(path, 'utf8'), CONTENT)
    assert.equal(statSync(path).mode & 0o777, 0o700)
    assert.deepEqual(progress, [5])
  })

  const later = 'Try it again later.'
  const refused: readonly (readonly [string, RequestListener, RegExp])[] = [
    ['too short', (_, response) => void response.end('newe'), /incomplete or changed$/],
    ['too long', (_, response) => void response.end('newer '), /incomplete or changed$/],
    ['changed', (_, response) => void response.end('older'), /incomplete or changed$/],
    [
      'missing',
      (_, response) => void response.writeHead(404).end(CONTENT),
      /does not send the update$/,
    ],
    [
      'from another host',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      /cannot be reached/,
    ],
    ['cut off', (_, response) => void response.destroy(), /cannot be reached/],
    ['without an end', (_, response) => writeOn(response), /incomplete or changed$/],
  ]
  for (const [rule, respond, message] of refused) {
    test(`that is ${rule} fails, and leaves nothing`, async (t) => {
      const { path, done } = await download(t, respond)
      await assert.rejects(done, failure(message, later))
      assert.equal(existsSync(path), false)
    })
  }

  test('ends when it is cancelled', async (t) => {
    const { path, cancelled, done } = await download(t, (_, response) => void response.write('n'))
    cancelled.abort()
    await assert.rejects(done, failure(/cannot be reached/, later))
    assert.equal(existsSync(path), false)
  })

  test('that cannot be stored says why', async (t) => {
    const server = await serve(t, (_, response) => void response.end(CONTENT))
    const path = join(makeFolder(t), 'missing', 'recorder.next')
    const { signal } = new AbortController()
    const done = downloadUpdate({
      server,
      update: UPDATE,
      path,
      cancelled: signal,
      onProgress() {},
    })
    await assert.rejects(done, failure(/^The update could not be stored: ENOENT/, later))
  })

  test('of an archive is the program in it', async (t) => {
    const archive = await zip([entry('README.txt'), entry('pitboard-recorder')])
    const { path, done } = await download(
      t,
      (_, response) => void response.end(archive),
      updateOf(archive),
    )
    await done
    assert.equal(readFileSync(path, 'utf8'), '#!pitboard-recorder')
    assert.equal(statSync(path).mode & 0o777, 0o700)

    const empty = await zip([entry('README.txt')])
    const other = await download(t, (_, response) => void response.end(empty), updateOf(empty))
    await assert.rejects(other.done, failure(/^The update for linux-x64 holds no program$/, later))
    assert.equal(existsSync(other.path), false)
    assert.equal(await readZipFile(empty, 'pitboard-recorder'), null)
  })
})

suite('a program that is replaced', () => {
  test('has the next and the former one beside it, with its ending', () => {
    assert.deepEqual(namesBeside('/a/recorder'), {
      next: '/a/recorder.next',
      former: '/a/recorder.former',
    })
    assert.deepEqual(namesBeside('C:\\recorder.EXE'), {
      next: 'C:\\recorder.next.EXE',
      former: 'C:\\recorder.former.EXE',
    })
  })

  for (const platform of ['linux', 'win32'] as const) {
    test(`is stored as the former one, and can be put back (${platform})`, (t) => {
      const path = join(makeFolder(t), 'recorder')
      const { next, former } = namesBeside(path)
      for (const [name, content] of [
        [path, '1'],
        [next, '2'],
        [former, '0'],
      ] as const) {
        writeFileSync(name, content)
      }
      replaceProgram(path, platform)
      assert.deepEqual(
        [path, former].map((name) => readFileSync(name, 'utf8')),
        ['2', '1'],
      )
      assert.equal(existsSync(next), false)
      writeFileSync(next, '3')
      restoreProgram(path, platform)
      assert.equal(readFileSync(path, 'utf8'), '1')
      assert.deepEqual(readdirSync(join(path, '..')), ['recorder'])
    })

    test(`stays where there is no next one (${platform})`, (t) => {
      const path = join(makeFolder(t), 'recorder')
      writeFileSync(path, '1')
      assert.throws(() => replaceProgram(path, platform), /ENOENT/)
      assert.equal(readFileSync(path, 'utf8'), '1')
    })
  }

  test('lies in a folder that can be written, or its user is told what to do', (t) => {
    const folder = makeFolder(t)
    checkReplaceable(join(folder, 'recorder'))
    assert.throws(
      () => checkReplaceable(join(folder, 'missing', 'recorder')),
      (error) =>
        error instanceof Failure &&
        error.message ===
          `The folder of the recorder cannot be written: ${join(folder, 'missing')}` &&
        error.remedy.startsWith('Download the new version'),
    )
  })
})

function program(t: TestContext, script: string): string {
  const path = join(makeFolder(t), 'program')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o700)
  return path
}

suite('a new program is tried', () => {
  test('and is right where it says its version', async (t) => {
    await tryProgram(program(t, '[ "$1" = --version ] && echo 1.2.0'), '1.2.0')
  })

  for (const [rule, script, message] of [
    ['another version', 'echo 1.2.1', 'The update is not version 1.2.0'],
    ['an error', 'echo 1.2.0; exit 3', 'The new version does not start: it ended with 3'],
  ] as const) {
    test(`and refused with ${rule}`, async (t) => {
      const remedy = 'Nothing was changed. Try it again later.'
      await assert.rejects(tryProgram(program(t, script), '1.2.0'), { message, remedy })
    })
  }

  test('and refused where it is no program', async (t) => {
    const path = join(makeFolder(t), 'program')
    mkdirSync(path)
    await assert.rejects(
      tryProgram(path, '1.2.0'),
      /^Failure: The new version does not start: .*EACCES/,
    )
  })
})

const run = (path: string, more: Partial<Parameters<typeof runNext>[0]> = {}) => {
  const interrupted = new AbortController().signal
  return runNext({ path, args: ['7'], isUp: () => Promise.resolve(true), interrupted, ...more })
}
const isNeverUp = () => Promise.resolve(false)

suite('the next program runs in place of this one', () => {
  test('until it ends, with its exit code', async (t) => {
    assert.equal(await run(program(t, 'exec sleep 0.0$1')), 0)
    assert.equal(await run(program(t, 'sleep 0.05; exit $1')), 7)
  })

  test('and has failed where it ends before it is up', async (t) => {
    assert.equal(await run(program(t, 'exit 0'), { isUp: isNeverUp }), null)
    assert.equal(await run('/missing/program', { isUp: isNeverUp }), null)
  })

  test('and is ended where it does not come up in time', async (t) => {
    assert.equal(
      await run(program(t, 'exec sleep 60'), { isUp: isNeverUp, startsWithinMs: 0 }),
      null,
    )
  })

  test('and is interrupted with it', async (t) => {
    const interrupting = new AbortController()
    const isUp = () => {
      interrupting.abort()
      return Promise.resolve(false)
    }
    const path = program(t, 'exec sleep 60')
    assert.equal(await run(path, { isUp, interrupted: interrupting.signal }), 1)
  })
})
