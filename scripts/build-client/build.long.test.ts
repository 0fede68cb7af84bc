import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openTestServer } from '@pitboard/server/testing/server'
import { rolldown } from 'rolldown'
import { buildClient } from './build.ts'

const runProgram = promisify(execFile)
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

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

/** A folder of a stranger in which the packed client is installed, from files alone. */
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
