import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_DRIVER } from '@pitboard/contract/sessions/blank-driver'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { advancingCount } from './advancing-count.ts'

const { Q1, Q2, Q3, OneShotQualifying, Race } = SessionType
const { SprintShootout1, SprintShootout2, SprintShootout3 } = SessionType

for (const [cars, sessionType, advancing] of [
  [20, Q1, 15],
  [20, SprintShootout1, 15],
  [20, Q2, 10],
  [15, SprintShootout2, 10],
  [22, Q1, 16],
  [21, Q1, 15],
  [11, Q1, 10],
  [11, Q2, 10],
  [10, Q1, null],
  [10, Q2, null],
  [20, Q3, null],
  [20, SprintShootout3, null],
  [20, OneShotQualifying, null],
  [20, Race, null],
] as const) {
  test(`of ${cars} cars in a session of type ${sessionType} ${advancing ?? 'nobody is named who'} advance`, () => {
    const drivers = Array.from({ length: cars }, () => BLANK_DRIVER)
    assert.equal(advancingCount({ sessionType, drivers }), advancing)
  })
}
