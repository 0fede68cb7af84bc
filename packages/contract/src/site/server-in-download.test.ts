import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameWithServer, serverInName } from './server-in-download.ts'

const NAMES = [
  ['https://pitboard.example', 'recorder.exe', 'recorder@pitboard.example.exe'],
  ['https://pitboard.example', 'recorder-linux-x64', 'recorder-linux-x64@pitboard.example'],
  ['http://localhost:8080', 'recorder.exe', 'recorder@http_localhost_8080.exe'],
  ['https://10.0.0.7:8443', 'recorder', 'recorder@10.0.0.7_8443'],
] as const

for (const [origin, file, named] of NAMES) {
  test(`${file} of ${origin} has the address in its name`, () => {
    assert.equal(nameWithServer(file, origin), named)
    assert.equal(serverInName(named), origin)
  })
}

test('a number that the browser adds to a second download changes nothing', () => {
  assert.equal(serverInName('recorder@pitboard.example (1).exe'), 'https://pitboard.example')
  assert.equal(serverInName('recorder@http_pitboard (2).example'), 'http://pitboard.example')
  assert.equal(serverInName('recorder@pitboard.example (12).exe'), 'https://pitboard.example')
  assert.equal(serverInName('recorder@pitboard.example(1).exe'), 'https://pitboard.example')
  assert.equal(nameWithServer('my.exe.zip', 'https://a.example'), 'my.exe.zip@a.example')
})

test('an address that no file name can hold, and a name without one, change nothing', () => {
  assert.equal(nameWithServer('recorder.exe', 'http://[::1]:8080'), 'recorder.exe')
  for (const name of ['recorder.exe', 'node', 'recorder@.exe', 'recorder@a_b_c']) {
    assert.equal(serverInName(name), null, name)
  }
})
