import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { SERVER_FILE } from '@pitboard/contract/site/server-in-download'
import { findKnownServer } from './known-server.ts'

/** Returns the path of a program beside a file that names its server; null stands for no file. */
function programBeside(t: TestContext, server: string | null, name = 'recorder'): string {
  const folder = mkdtempSync(join(tmpdir(), 'known-server-'))
  t.after(() => rmSync(folder, { recursive: true }))
  if (server !== null) writeFileSync(join(folder, SERVER_FILE), server)
  return join(folder, name)
}

test('no source names a server', (t) => {
  assert.equal(findKnownServer({}, [programBeside(t, null)]), null)
  assert.equal(findKnownServer({}, []), null)
})

test('the environment names it, before all others, without slashes at the end', (t) => {
  const program = programBeside(t, 'https://file.example')
  const env = { PITBOARD_SERVER: 'https://environment.example//' }
  assert.equal(findKnownServer(env, [program]), 'https://environment.example')
})

test('an empty or wrong address is passed over, and the next source counts', (t) => {
  const program = programBeside(t, 'https://file.example\n')
  for (const address of ['', 'pitboard', 'ftp://pitboard.example']) {
    assert.equal(
      findKnownServer({ PITBOARD_SERVER: address }, [program]),
      'https://file.example',
      address,
    )
  }
})

test('an empty or wrong file names no server', (t) => {
  for (const text of ['', ' \n', 'pitboard', 'javascript:alert(1)']) {
    assert.equal(findKnownServer({}, [programBeside(t, text)]), null, text)
  }
})

test('the file beside the first program counts before that beside the second', (t) => {
  const first = programBeside(t, 'https://first.example')
  const second = programBeside(t, 'https://second.example')
  assert.equal(findKnownServer({}, [first, second]), 'https://first.example')
  assert.equal(findKnownServer({}, [programBeside(t, null), second]), 'https://second.example')
})

test('the name of the program counts after the environment and before the files', (t) => {
  const named = programBeside(t, 'https://file.example', 'recorder@name.example_8080.exe')
  assert.equal(findKnownServer({}, [named]), 'https://name.example:8080')
  assert.equal(
    findKnownServer({}, [programBeside(t, 'https://file.example'), named]),
    'https://name.example:8080',
  )
  const env = { PITBOARD_SERVER: 'https://environment.example' }
  assert.equal(findKnownServer(env, [named]), 'https://environment.example')
})
