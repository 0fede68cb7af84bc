import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '@pitboard/web/testing/builds'
import { bundleRecorder } from '@pitboard/recorder/build/bundle'
import { describeNotices, findNotices } from '@pitboard/notices/notices'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

suite('the licences of what others have written', () => {
  test('a package is named once, with all of its licence files, however many of its modules are bundled', (t) => {
    const modules = installPackage(t, '@track/map', { LICENSE: 'Use it.', 'NOTICE.md': 'By Ann.' })
    const ids = [join(modules, '@track/map/a.js'), join(modules, '@track/map/deep/b.js?used')]
    const notices = findNotices([...ids, '/work/apps/web/src/main.tsx', '\0rolldown/runtime.js'])
    assert.deepEqual(notices, [
      { name: '@track/map', version: '1.2.3', license: 'MIT', texts: ['Use it.', 'By Ann.'] },
    ])
    assert.match(
      describeNotices('It', notices),
      /^It contains .+\n@track\/map 1\.2\.3 \(MIT\)\n\nUse it\.\n\nBy Ann\.\n$/s,
    )
  })

  test('what has no licence file is not built in', (t) => {
    const modules = installPackage(t, 'free', { 'README.md': 'Take it.' })
    assert.throws(() => findNotices([join(modules, 'free/a.js')]), /free has no licence file/)
  })

  test('the recorder names each package that its bundle contains, and Node', async (t) => {
    const bundle = await bundleRecorder('1.0.0')
    const program = join(mkdtempSync(join(tmpdir(), 'notices-')), 'recorder.cjs')
    t.after(() => rmSync(dirname(program), { recursive: true }))
    writeFileSync(program, bundle)
    const text = execFileSync(process.execPath, [program, '--notices'], { encoding: 'utf8' })
    const named = namesIn(text)
    for (const name of ['https-proxy-agent', 'proxy-from-env', 'typebox', 'undici', 'ws']) {
      assert.ok(named.has(name), name)
    }
    const commented = bundle.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g)
    for (const [, name = ''] of commented) assert.ok(named.has(name), name)
    assert.match(text, /^node-.+\n\nNode\.js is licensed for use as follows/m)
  })

  test('the web app names each package that its sources import, and the fonts', async () => {
    await ensureBuilt('web')
    const text = readFileSync(join(ROOT, 'apps/web/dist/third-party-notices.txt'), 'utf8')
    const named = namesIn(text)
    const sources = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: NOT_BUNDLED })
    for (const file of sources) {
      const source = readFileSync(join(ROOT, file), 'utf8')
      for (const [, name = ''] of source.matchAll(IMPORTED)) {
        if (!name.startsWith('@pitboard/')) assert.ok(named.has(name), `${name} of ${file}`)
      }
    }
    for (const name of ['preact', 'tailwindcss', '@fontsource/barlow']) assert.ok(named.has(name))
    assert.match(text, /SIL OPEN FONT LICENSE/i)
  })
})

const NOT_BUNDLED = ['**/*.test.*', 'apps/web/src/testing/**']
/** Only imports of values count: types leave nothing in the bundle. */
const IMPORTED = /^(?:import (?!type )[^'\n]*|\} from |import\()'((?:@[\w.-]+\/)?[\w][\w.-]*)/gm

function namesIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^-{80}\n(\S+) /gm), ([, name = '']) => name))
}

/** Returns its node_modules. */
function installPackage(
  t: TestContext,
  name: string,
  files: Readonly<Record<string, string>>,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, name), { recursive: true })
  const described = JSON.stringify({ name, version: '1.2.3', license: 'MIT' })
  for (const [file, text] of Object.entries({ 'package.json': described, ...files })) {
    writeFileSync(join(modules, name, file), text)
  }
  return modules
}
