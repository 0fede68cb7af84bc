import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../testing/text.ts'
import { outcomeWords, PROBLEM_WORDS, stateWords } from './upload-messages.ts'

const RESULT = { sessions: [], leftOut: 0, datagrams: { read: 0, used: 0, unknown: 0 }, notes: [] }

for (const [words, state] of [
  [en('recordings.waiting'), { kind: 'waiting' }],
  [en('recordings.sending', { percent: 99 }), { kind: 'sending', share: 0.999 }],
  [en('recordings.reading', { percent: 25 }), { kind: 'reading', share: 0.25 }],
  [en('recordings.away'), { kind: 'away' }],
  [en('recordings.foundInFile', { count: 0 }), { kind: 'done', result: RESULT }],
  [en('recordings.busy'), { kind: 'failed', problem: 'busy' }],
  [en('recordings.cancelled'), { kind: 'cancelled' }],
] as const) {
  test(`an upload says: ${words}`, () => {
    assert.equal(stateWords(state, en), words)
  })
}

test('each outcome and each problem has words of its own', () => {
  const outcomes = (['added', 'replaced', 'same', 'kept', 'live'] as const).map((outcome) =>
    outcomeWords(outcome, en),
  )
  assert.deepEqual(outcomes, [
    en('recordings.added'),
    en('recordings.replaced'),
    en('recordings.same'),
    en('recordings.storedHasMore'),
    en('recordings.stillLive'),
  ])
  assert.equal(new Set(outcomes).size, outcomes.length)
  const problems = Object.values(PROBLEM_WORDS)
  assert.equal(new Set(problems).size, problems.length)
})
