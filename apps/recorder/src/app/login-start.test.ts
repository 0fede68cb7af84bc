import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Failure } from '../failure.ts'
import type { Installation } from '../update/installed-program.ts'
import { describeLoginStart } from './login-start-entry.ts'
import { createLoginStart } from './login-start.ts'

const PROGRAM: Installation = { kind: 'program', path: '/opt/recorder', platform: 'linux-x64' }

function openHome(t: TestContext, platform: NodeJS.Platform, command: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'login-start-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const entry = describeLoginStart(platform, command, { home, env: {} })
  assert.ok(entry?.kind === 'file')
  const create = (installation: Installation = PROGRAM) =>
    createLoginStart({ installation, platform, home, env: {} })
  return { home, entry, create }
}

const COMMAND = ['/opt/recorder', 'app', '--no-browser']

for (const platform of ['linux', 'darwin'] as const) {
  test(`on ${platform} the recorder starts at sign-in where its user has chosen it`, (t) => {
    const { entry, create } = openHome(t, platform, COMMAND)
    const { path, text, link } = entry
    const start = create()
    assert.equal(start.isOn, false)
    start.change(true)
    assert.equal(start.isOn, true)
    assert.equal(readFileSync(path, 'utf8'), text)
    if (link !== null) assert.equal(readlinkSync(link), path)
    // A second call changes nothing.
    start.change(true)
    assert.equal(create().isOn, true)
    start.change(false)
    assert.equal(start.isOn, false)
    assert.deepEqual([path, link ?? path].map(existsSync), [false, false])
    start.change(false)
  })
}

test('a recorder that was moved is started from its new place', (t) => {
  const { entry, create } = openHome(t, 'linux', COMMAND)
  create({ ...PROGRAM, path: '/old/recorder' }).change(true)
  assert.notEqual(readFileSync(entry.path, 'utf8'), entry.text)
  assert.equal(create().isOn, true)
  assert.equal(readFileSync(entry.path, 'utf8'), entry.text)
})

test('an archive is started by its program and script', (t) => {
  const [node = '', script = ''] = process.argv
  const { entry, create } = openHome(t, 'linux', [node, script, 'app', '--no-browser'])
  create({ kind: 'archive' }).change(true)
  assert.equal(readFileSync(entry.path, 'utf8'), entry.text)
})

test('sources and unknown systems do not offer it', (t) => {
  const { create } = openHome(t, 'linux', COMMAND)
  const sources = create({ kind: 'sources' })
  assert.equal(sources.isOn, null)
  sources.change(true)
  assert.equal(sources.isOn, null)
  assert.equal(createLoginStart({ installation: PROGRAM, platform: 'aix' }).isOn, null)
})

test('a system that refuses is a failure that says where else to change it', (t) => {
  const { home, entry, create } = openHome(t, 'linux', COMMAND)
  const start = create()
  writeFileSync(join(home, '.config'), '')
  assert.ok(dirname(entry.path).startsWith(join(home, '.config')))
  assert.throws(
    () => start.change(true),
    (error) =>
      error instanceof Failure &&
      /^The start at sign-in could not be changed: E(NOTDIR|EXIST)/.test(error.message) &&
      error.remedy === 'Change it in the settings of the system.',
  )
  assert.equal(start.isOn, false)
})

/** Makes a `reg` the only program that is found: it stores in a file what it adds. */
function openRegistry(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'registry-'))
  const store = join(folder, 'value')
  const path = process.env['PATH']
  t.after(() => {
    process.env['PATH'] = path
    rmSync(folder, { recursive: true, force: true })
  })
  function write(script: string): void {
    writeFileSync(join(folder, 'reg'), `#!/bin/sh\nPATH=${path}\n${script}\n`, { mode: 0o700 })
  }
  write(`case "$1" in
query) test -e ${store} ;;
add) echo "$@" > ${store} ;;
delete) rm ${store} ;;
esac`)
  process.env['PATH'] = folder
  const create = () =>
    createLoginStart({ installation: PROGRAM, platform: 'win32', home: folder, env: {} })
  return { folder, store, create, write }
}

test('on Windows the recorder starts at sign-in by an entry of the registry', (t) => {
  const { store, create } = openRegistry(t)
  const start = create()
  assert.equal(start.isOn, false)
  start.change(true)
  assert.match(readFileSync(store, 'utf8'), /^add HKCU.*Pitboard Recorder.*"\/opt\/recorder" app/)
  assert.deepEqual([start.isOn, create().isOn], [true, true])
  start.change(false)
  assert.deepEqual([start.isOn, create().isOn, existsSync(store)], [false, false, false])
})

test('what the registry complains about is told', (t) => {
  const { folder, create, write } = openRegistry(t)
  const start = create()
  const refused = 'The start at sign-in could not be changed: '
  write('echo " ERROR: Access is denied. " >&2; exit 1')
  assert.throws(() => start.change(true), { message: `${refused}ERROR: Access is denied.` })
  write('exit 5')
  assert.throws(() => start.change(false), { message: `${refused}reg ended with 5` })
  rmSync(join(folder, 'reg'))
  assert.throws(
    () => start.change(true),
    (error) => String(error).includes('ENOENT'),
  )
  assert.equal(start.isOn, false)
})
