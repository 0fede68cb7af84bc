import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserCaller } from '../../accounts/access/caller.ts'
import { createEndedSessions } from './channel-directory.ts'

function caller(userId: string, sessionId: string | null): UserCaller {
  return {
    kind: 'user',
    userId,
    sessionId,
    aal: 'aal1',
    isAnonymous: false,
    needsSecondFactor: false,
    claims: {},
  }
}

test('a session that ended while its token was looked at is known for a minute', () => {
  let nowMs = 0
  const ended = createEndedSessions(() => nowMs)
  ended.note('{"user":"max","session":"one"}')
  ended.note('{"user":"lewis","session":null}')
  const known = () => [
    ended.includes(caller('max', 'one')),
    ended.includes(caller('max', 'two')),
    ended.includes(caller('max', null)),
    ended.includes(caller('lewis', 'any')),
    ended.includes(caller('lewis', null)),
  ]
  assert.deepEqual(known(), [true, false, false, true, true])
  nowMs = 60_000
  assert.deepEqual(known(), [false, false, false, false, false])
  assert.throws(() => ended.note('{"user":1}'))
})
