import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { announceApp, findRunningApp, pageAddress } from './running-app.ts'

const TOKEN = 'secret'

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'running-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function runApp(t: TestContext, respond: RequestListener) {
  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, token: TOKEN }
}

const alive: RequestListener = (request, response) => {
  response.end(request.url === `/${TOKEN}/alive` ? 'pitboard-recorder' : 'something else')
}

test('the first of two recorders is found, and the second one is told so', async (t) => {
  const folder = makeFolder(t)
  const app = await runApp(t, alive)
  assert.equal(await findRunningApp(folder), null)
  const end = await announceApp(join(folder, 'settings'), app)
  assert.equal(await findRunningApp(join(folder, 'settings')), pageAddress(app))
  assert.equal(pageAddress(app), `http://127.0.0.1:${app.port}/secret/`)
  assert.equal(await announceApp(join(folder, 'settings'), { port: 1, token: 'other' }), null)
  assert.ok(end)
  end()
  assert.deepEqual(readdirSync(join(folder, 'settings')), [])
})

test('where a recorder is found is for its user alone', async (t) => {
  const folder = join(makeFolder(t), 'settings')
  await announceApp(folder, { port: 1, token: TOKEN })
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder, 'running.json')).mode & 0o777, 0o600)
})

const dead: readonly (readonly [rule: string, respond: RequestListener])[] = [
  ['another program', (_, response) => void response.end('hello')],
  ['a refusal', (_, response) => void response.writeHead(404).end('pitboard-recorder')],
  [
    'another address',
    (request, response) => {
      if (request.url === '/elsewhere') response.end('pitboard-recorder')
      else response.writeHead(302, { location: '/elsewhere' }).end()
    },
  ],
  ['nothing', (_, response) => void response.destroy()],
]
for (const [rule, respond] of dead) {
  test(`what a killed recorder has left is replaced: ${rule} answers there`, async (t) => {
    const folder = makeFolder(t)
    const left = await runApp(t, respond)
    await announceApp(folder, left)
    assert.equal(await findRunningApp(folder), null)
    const app = await runApp(t, alive)
    assert.ok(await announceApp(folder, app))
    assert.equal(await findRunningApp(folder), pageAddress(app))
  })
}

for (const text of ['', '{', '{"port":"1","token":"a"}', '{"port":1}']) {
  test(`a file with ${text} names no recorder`, async (t) => {
    const folder = makeFolder(t)
    writeFileSync(join(folder, 'running.json'), text)
    assert.equal(await findRunningApp(folder), null)
  })
}

test('the end of one leaves what another has announced meanwhile', async (t) => {
  const folder = makeFolder(t)
  const end = await announceApp(folder, { port: 1, token: 'killed' })
  const text = JSON.stringify({ port: 2, token: 'next' })
  writeFileSync(join(folder, 'running.json'), text)
  end?.()
  assert.equal(readFileSync(join(folder, 'running.json'), 'utf8'), text)
})
