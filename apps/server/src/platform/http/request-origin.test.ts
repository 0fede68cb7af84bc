import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originOf } from './request-origin.ts'

const OWN = 'http://localhost:8080'

function seenAs(host: string, publicUrl: string | null = null): string {
  return originOf(
    { protocol: 'http', host },
    { config: { publicUrl }, publicUrl: () => publicUrl ?? OWN },
  )
}

test('a server without a configured address has the one that it is asked at', () => {
  for (const host of ['192.168.1.5:8080', 'pit.local', '[::1]:8080']) {
    assert.equal(seenAs(host), `http://${host}`)
  }
  assert.equal(seenAs('evil.example', 'https://pit.example'), 'https://pit.example')
})

test('a host that is none is not repeated to anybody', () => {
  for (const host of ['', 'a/../b', 'x"; filename="y', 'pit.local:99999', '999.1.1.1', '[:::]']) {
    assert.equal(seenAs(host), OWN, host)
  }
})
