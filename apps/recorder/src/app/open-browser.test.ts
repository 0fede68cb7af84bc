import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserCommand } from './open-browser.ts'

test('an address is opened as the system opens addresses, without a shell that would read it', () => {
  const address = 'http://127.0.0.1:4000/token/?a=1&b=2'
  assert.deepEqual(browserCommand(address, 'win32'), [
    'rundll32',
    'url.dll,FileProtocolHandler',
    address,
  ])
  assert.deepEqual(browserCommand(address, 'darwin'), ['open', address])
  assert.deepEqual(browserCommand(address, 'linux'), ['xdg-open', address])
})
