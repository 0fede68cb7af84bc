import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { createLog } from '../diagnostics/log.ts'
import { BusyError, DatabaseAwayError } from '../diagnostics/errors.ts'
import { createDatabasePresence } from './database-presence.ts'

function refusal(code: string): DatabaseError {
  const error = new DatabaseError('Refused', 0, 'error')
  error.code = code
  return error
}

const WAIT = new Error('timeout exceeded when trying to connect')
const GONE = new Error('connect ECONNREFUSED')
const isBusy = (error: unknown) =>
  error instanceof BusyError && !(error instanceof DatabaseAwayError)
const isAway = (error: unknown) => error instanceof DatabaseAwayError

const CASES: readonly (readonly [string, unknown, (error: unknown) => boolean])[] = [
  ['others have all connections of PostgreSQL', refusal('53300'), isBusy],
  ['others have all connections of the pool', WAIT, isBusy],
  ['too many wait for their turn', new BusyError(), isBusy],
  ['nothing listens', GONE, isAway],
  ['PostgreSQL ends', refusal('57P01'), isAway],
]

for (const [name, cause, isExpected] of CASES) {
  test(`no connection is 503, whatever the reason: ${name}`, async () => {
    const presence = createDatabasePresence(createLog('silent'))
    await presence.watch(async () => 'a connection')
    await assert.rejects(
      presence.watch(() => Promise.reject(cause)),
      isExpected,
    )
  })
}

test('while PostgreSQL is away a connection that does not open says the same', async () => {
  const presence = createDatabasePresence(createLog('silent'))
  await presence.watch(async () => 'a connection')
  for (const cause of [GONE, WAIT]) {
    await assert.rejects(
      presence.watch(() => Promise.reject(cause)),
      isAway,
    )
  }
})

test('before the first connection the reason itself ends the start', async () => {
  const presence = createDatabasePresence(createLog('silent'))
  await assert.rejects(
    presence.watch(() => Promise.reject(WAIT)),
    (error) => error === WAIT,
  )
})
