import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import { leagues } from '@pitboard/contract/leagues/league'
import { LiveSession, TcpLease } from '@pitboard/contract/live/live'
import { until } from '@pitboard/contract/testing/patience'
import { createClient } from '@pitboard/contract/wire/client'
import { PackageAway, payloadNode } from '@pitboard/recorder/build/platform-node'
import { payloadNodes } from '@pitboard/recorder/build/platforms'
import { insertRecorderKey } from '@pitboard/server/accounts/access/recorder-key'
import { connectOverWebSocket } from '@pitboard/server/racing/ingest/transports/recorder.fixture'
import { openAccount } from '@pitboard/server/testing/account'
import { openTestServer, type TestServer } from '@pitboard/server/testing/server'
import { createRace } from '@pitboard/sim/race'
import { rolldown } from 'rolldown'
import { Value } from 'typebox/value'
import { buildClient } from './build.ts'

const runProgram = promisify(execFile)
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** It is the oldest line of Node that the package runs on. */
const NODE_22 = payloadNodes.find((node) => node.version.startsWith('22.'))?.version ?? ''

const BOT = `
import { site } from '@pitboard/client/contract/site/site'
import { createPitboardClient } from '@pitboard/client/pitboard-client'
import { PitboardError } from '@pitboard/client/pitboard-error'

const pitboard = createPitboardClient({ baseUrl: BASE_URL })
try {
  const { version }: { version: string } = await pitboard.call(site.get)
  const follower = pitboard.followSession('none', {
    onState: ({ drivers }) => console.log(drivers[0]?.name.toUpperCase()),
  })
  follower.close()
  console.log(version)
} catch (error) {
  if (!(error instanceof PitboardError)) throw error
}
`
/** A type that is missing would let it pass. */
const MISUSE = `
import { leagues } from '@pitboard/client/contract/leagues/league'
import { createPitboardClient } from '@pitboard/client/pitboard-client'
void createPitboardClient({ baseUrl: '' }).call(leagues.create, { body: { name: 7 } })
`

/** Makes a folder of a stranger in which the packed client is installed, from files alone. */
function installPacked(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bot-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const packed = [buildClient(), packageFolder('typebox')].map((source) =>
    npm('pack', source, '--silent').trim(),
  )
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  npm('install', '--offline', '--no-audit', '--no-fund', ...packed.map((file) => `./${file}`))
  return folder
}

function packageFolder(name: string): string {
  return join(MODULES, name)
}

test('the packed client works where nothing else is: types, Node and a bundle for browsers', async (t) => {
  const server = await openTestServer()
  t.after(() => server.close())
  const folder = installPacked(t)
  const installed = join(folder, 'node_modules/@pitboard/client')
  const manifest: Record<string, unknown> = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  )
  assert.deepEqual(Object.keys(manifest['dependencies'] ?? {}), ['typebox'])
  assert.ok(!readdirSync(installed).some((name) => name.includes('.test.')))

  writeFileSync(join(folder, 'bot.ts'), BOT.replace('BASE_URL', JSON.stringify(server.url)))
  const check = (module: string, moduleResolution: string, file: string) => {
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom,dom.iterable',
    ]
    const compiler = join(packageFolder('typescript'), 'bin/tsc')
    const kinds = ['--module', module, '--moduleResolution', moduleResolution, '--types', '']
    execFileSync(process.execPath, [compiler, ...options, ...kinds, file], { cwd: folder })
  }
  check('nodenext', 'nodenext', 'bot.ts')
  check('esnext', 'bundler', 'bot.ts')
  writeFileSync(join(folder, 'misuse.ts'), MISUSE)
  assert.throws(() => check('nodenext', 'nodenext', 'misuse.ts'))

  // `execFileSync` would block the server, which runs in this process.
  const { stdout } = await runProgram(process.execPath, ['bot.ts'], { cwd: folder })
  assert.match(stdout, /^\d+\.\d+\.\d+$/m)

  const bundle = await rolldown({ input: join(folder, 'bot.ts'), platform: 'browser', cwd: folder })
  const { output: chunks } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const imported = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []))
  assert.deepEqual(imported, [])
})

/** Reads the bot that the README shows, as a stranger copies it. */
function readBot(): string {
  const readMe = readFileSync(
    fileURLToPath(new URL('../../packages/client/README.md', import.meta.url)),
    'utf8',
  )
  return /```js\n(\/\/ bot\.mjs\n.+?)```/s.exec(readMe)?.[1] ?? ''
}

/** Starts a race that is driven until `finish`, which resolves when it is stored. */
async function startRace(t: TestContext, { context, url }: TestServer) {
  const { userId } = await openAccount(context, { username: 'Ann' })
  const key = await insertRecorderKey(context.db, { id: context.newId(), userId, name: 'rig' })
  const register = `${url}/api/LiveSession/register/${userId}?key=${key}`
  const lease = Value.Parse(TcpLease, await (await fetch(register, { method: 'POST' })).json())
  const recorder = await connectOverWebSocket(url)
  t.after(() => recorder.socket.destroy())
  await recorder.hello(lease.token, context.newId())
  const race = createRace({ seed: 30, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })
  const datagrams = [...race.datagrams()]
  const half = datagrams.length / 2
  let number = 0
  const send = async (part: typeof datagrams) => {
    for (const datagram of part) await recorder.send({ ...datagram, number: ++number })
  }
  await send(datagrams.slice(0, half))
  await until(async () => {
    const answer = await fetch(`${url}/api/LiveSession/user/${userId}`)
    return answer.status === 200 && Value.Check(LiveSession, await answer.json())
  })
  return {
    async finish() {
      await send(datagrams.slice(half))
      await recorder.finish(number, true)
    },
  }
}

for (const version of [process.versions.node, NODE_22]) {
  test(`the bot of the README, from npm install on: Node ${version}`, async (t) => {
    const node = findNode(version)
    if (node === null) return t.skip(`npm could not fetch Node ${version}`)
    const server = await openTestServer()
    t.after(() => server.close())
    const { accessToken, userId } = await openAccount(server.context, { username: 'Organiser' })
    const browser = createClient({ baseUrl: server.url, token: () => accessToken })
    const { token } = await browser(personalAccessTokens.create, {
      body: { name: 'bot', scopes: ['leagues:write'], lifetimeDays: 1 },
    })
    const folder = installPacked(t)
    writeFileSync(join(folder, 'bot.mjs'), readBot())
    const env = { ...process.env, PITBOARD_URL: server.url, PITBOARD_TOKEN: token ?? '' }
    const wrong = { ...env, PITBOARD_TOKEN: 'pb_pat_wrong' }
    await assert.rejects(runProgram(node, ['bot.mjs'], { cwd: folder, env: wrong }), {
      code: 1,
      stderr: /^Refused \(invalid-personal-token\): [^\n]+\n$/,
    })
    const race = await startRace(t, server)
    const bot = runProgram(node, ['bot.mjs'], { cwd: folder, env })
    let told = ''
    bot.child.stdout?.on('data', (text) => (told += String(text)))
    await until(() => told.includes(' leads'))
    await race.finish()
    const { stdout, stderr } = await bot
    assert.equal(stderr, '')
    const { leagues: own } = await browser(leagues.list, { query: { search: 'Ardennes' } })
    assert.deepEqual(
      own.map(({ name, ownerId }) => [name, ownerId]),
      [['Ardennes Cup', userId]],
    )
    assert.match(stdout, new RegExp(`^Ardennes Cup is ${server.url}/leagues/${own[0]?.id}\n`))
    assert.match(stdout, /^\S.* is live, recorded by Ann$/m)
    assert.match(stdout, /^\S.* is over: http.+\/sessions\/[\w-]{36}$/m)
  })
}

/** Returns null where npm has not been reached. */
function findNode(version: string): string | null {
  try {
    return payloadNode(version)
  } catch (error) {
    if (error instanceof PackageAway) return null
    throw error
  }
}
