import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzServer } from './src/fuzz/fuzz-server.ts'

// `npm run fuzz` sends more requests and has the time limits of an otherwise idle machine.
test('hostile requests, sockets and datagrams neither stop, stall nor open the server', async () => {
  const report = await fuzzServer({ requests: 2_500, seed: 12, patience: 3 })
  assert.deepEqual(report.findings, [])
  assert.ok((report.statuses['200'] ?? 0) > 100, 'some requests were valid')
  assert.ok(report.live.ticks > 0, 'a race was watched meanwhile')
})
