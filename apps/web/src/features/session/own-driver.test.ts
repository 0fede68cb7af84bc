import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDriver, aSession } from '../../testing/a-session.ts'
import { findOwnDriverIdx } from './own-driver.ts'

const SESSION = {
  ...aSession({ userId: 'U', drivers: [4, 7].map((driverIdx) => aDriver({ driverIdx })) }),
  recorderDriverIdx: 4,
}
const isMarked = (idx: number) => (driver: { readonly driverIdx: number }) =>
  driver.driverIdx === idx

for (const [rule, marked, readerId, session, idx] of [
  ['marked as their own', 7, null, SESSION, 7],
  ['marked as their own, not the one they drove', 7, 'U', SESSION, 7],
  ['they recorded it with', 9, 'U', SESSION, 4],
  ['nobody knows, where another one recorded it', 9, 'V', SESSION, null],
  ['nobody knows, where nobody is signed in', 9, null, SESSION, null],
  ['nobody knows, where none was recorded', 9, 'U', { ...SESSION, recorderDriverIdx: null }, null],
] as const) {
  test(`the car of the reader is the one that is ${rule}`, () => {
    assert.equal(findOwnDriverIdx(session, isMarked(marked), readerId), idx)
  })
}
