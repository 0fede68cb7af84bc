import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Installation } from '../update/installed-program.ts'
import { leaveOwnConsole, startInBackground } from './background.ts'

const onWindows: Installation = { kind: 'program', path: 'r.exe', platform: 'windows-x64' }
const onLinux: Installation = { kind: 'program', path: 'r', platform: 'linux-x64' }

test('a double click on Windows leaves the console window; a command stays in its terminal', () => {
  assert.deepEqual(leaveOwnConsole([], onWindows, true), ['app', '--background'])
  for (const [argv, installation, isTerminal] of [
    [['app'], onWindows, true],
    [['record'], onWindows, true],
    // There is no window: Windows has opened none.
    [[], onWindows, false],
    [[], onLinux, true],
    [[], { kind: 'archive' }, true],
  ] as const) {
    assert.deepEqual(leaveOwnConsole(argv, installation, isTerminal), argv)
  }
})

/** Starts a program that notes its arguments and goes on with `commands`. */
function start(t: TestContext, commands: string) {
  const folder = mkdtempSync(join(tmpdir(), 'background-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [path, noted] = [join(folder, 'recorder'), join(folder, 'noted')]
  writeFileSync(path, `#!/bin/sh\necho "$@" > '${noted}.new'\n${commands}\n`, { mode: 0o755 })
  const hasStarted = startInBackground({
    installation: { kind: 'program', path, platform: 'linux-x64' },
    args: { command: 'app', openBrowser: false, listenPort: 20_778, inBackground: true },
    env: process.env,
    isUp: async () => existsSync(noted),
  })
  return { hasStarted, readArguments: () => readFileSync(noted, 'utf8') }
}

test('the recorder goes on in a process of its own, with the same options, once its page answers', async (t) => {
  const { hasStarted, readArguments } = start(t, 'cd "$(dirname "$0")" && mv noted.new noted')
  assert.equal(await hasStarted, true)
  assert.equal(readArguments(), 'app --no-browser --listen 20778\n')
})

test('one that takes long is not waited for any longer, and is not started twice', async () => {
  const hasStarted = await startInBackground({
    installation: { kind: 'program', path: '/bin/cat', platform: 'linux-x64' },
    args: { command: 'app', openBrowser: true, listenPort: null, inBackground: true },
    env: process.env,
    isUp: async () => false,
    startsWithinMs: 0,
  })
  assert.equal(hasStarted, true)
})

test('one that does not start there is started here, where it says why', async (t) => {
  assert.equal(await start(t, 'exit 3').hasStarted, false)
  const path = join(tmpdir(), 'a-recorder-that-was-deleted')
  const gone = startInBackground({
    installation: { kind: 'program', path, platform: 'linux-x64' },
    args: { command: 'app', openBrowser: true, listenPort: null, inBackground: true },
    env: process.env,
    isUp: async () => false,
  })
  assert.equal(await gone, false)
})
