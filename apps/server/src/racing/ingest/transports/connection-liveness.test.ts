import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PING_INTERVAL_MS } from '@pitboard/contract/ingest/ingest-protocol'
import { createConnectionLiveness } from './connection-liveness.ts'

type Step = 'received' | 'sent' | 'check' | 'check paused'
const STEP_MS = PING_INTERVAL_MS / 5

/** Drives a connection by what happens at each fifth of the interval, and returns the last answer. */
function drive(steps: readonly (Step | readonly Step[] | number)[]): string {
  let now = 1_000
  let last = ''
  const liveness = createConnectionLiveness(() => now)
  for (const step of steps) {
    now += typeof step === 'number' ? step : STEP_MS
    for (const each of typeof step === 'number' ? [] : [step].flat()) {
      if (each === 'received') liveness.noteReceived()
      else if (each === 'sent') liveness.noteSent()
      else last = liveness.check(each === 'check paused')
    }
  }
  return last
}

const checks = (count: number, ...also: Step[]): Step[][] =>
  Array.from({ length: count }, () => [...also, 'check'])

const CASES: [what: string, steps: readonly (Step | readonly Step[] | number)[], answer: string][] =
  [
    ['a new connection needs nothing', ['check'], 'alive'],
    ['a ping is due after an interval in which nothing was sent', checks(5), 'pingDue'],
    ['no ping is due while something is sent', checks(30, 'sent', 'received'), 'alive'],
    ['a peer may be silent for three pings, exclusive', checks(14, 'sent'), 'alive'],
    ['a peer that was silent for three pings is dead', checks(15, 'sent'), 'dead'],
    ['a peer that sends is not dead', checks(15, 'received'), 'pingDue'],
    ['a paused socket is not dead', [...checks(14, 'sent'), ['sent', 'check paused']], 'alive'],
    [
      'the time in which this server stood still is not counted as silence of the peer',
      [...checks(10, 'sent'), PING_INTERVAL_MS * 3, ['sent', 'check']],
      'alive',
    ],
    [
      'the silence before that is counted',
      [...checks(14, 'sent'), PING_INTERVAL_MS, ['sent', 'check'], ['sent', 'check']],
      'dead',
    ],
  ]

for (const [what, steps, answer] of CASES) {
  test(`liveness of a connection: ${what}`, () => assert.equal(drive(steps), answer))
}
