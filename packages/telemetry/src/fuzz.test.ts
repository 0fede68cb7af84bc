import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionDetail } from '@pitboard/contract/sessions/session'
import { sampleOf, sampleOfRuns } from '@pitboard/contract/testing/sample'
import { Compile } from 'typebox/compile'
import { fuzzCorpus } from '../testing/fuzz/corpus.ts'
import { createFuzz } from '../testing/fuzz/fuzz.ts'
import { sessionDetail } from './session/document/session-detail.ts'
import type { TrackedSession } from './session/state/state.ts'
import { createTracker } from './session/tracker.ts'
import { createThinner } from './thinning/thinner.ts'

const identity = {
  id: '00000000-0000-7000-8000-000000000001',
  internalSessionId: 1,
  userId: '00000000-0000-7000-8000-000000000002',
  userName: 'A',
}
const contract = Compile(SessionDetail)
const { numRuns: datagrams } = sampleOfRuns(50_000, 20_000)

for (const seed of sampleOf([1, 2, 3, 4], 1)) {
  test(`R2 ${datagrams} damaged datagrams neither throw nor break the contract, seed ${seed}`, () => {
    const fuzz = createFuzz(seed, fuzzCorpus(), seed === 4 ? datagrams : 2_000)
    const thinner = createThinner()
    let opened = 0
    const tracker = createTracker({
      opened: () => opened++,
      ended: checkDetail,
    })
    for (let i = 0; i < datagrams; i++) {
      const bytes = fuzz.next()
      try {
        thinner.push(bytes, i * 20)
        tracker.push(bytes, i * 20)
        if (i % 1000 === 0 && tracker.current !== null) checkDetail(tracker.current)
      } catch (error) {
        const sent = Buffer.from(bytes).toString('hex')
        throw new Error(`seed ${seed}, datagram ${i}: ${sent}`, { cause: error })
      }
    }
    tracker.finish(datagrams * 20)
    assert.ok(opened > 0)
  })
}

function checkDetail(session: TrackedSession): void {
  const detail = sessionDetail(session, identity)
  if (contract.Check(detail)) return
  assert.deepEqual(contract.Errors(detail), [])
}
