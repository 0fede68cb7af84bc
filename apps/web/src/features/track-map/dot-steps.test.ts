import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDotSteps } from './dot-steps.ts'

function dotsAt(...places: readonly (readonly [left: number, top: number])[]) {
  return {
    left: Float64Array.from(places, ([left]) => left),
    top: Float64Array.from(places, ([, top]) => top),
  }
}

const NOWHERE = [Number.NaN, Number.NaN] as const

test('a frame shows something new once a car is three quarters of a pixel further', () => {
  const steps = createDotSteps(2)
  assert.ok(steps.areElsewhere(dotsAt([10, 10], NOWHERE), 1), 'the first frame')
  steps.note(dotsAt([10, 10], NOWHERE), 1)
  assert.ok(!steps.areElsewhere(dotsAt([10.4, 10.4], NOWHERE), 1))
  assert.ok(steps.areElsewhere(dotsAt([10.6, 10.6], NOWHERE), 1))
})

test('steps that are too small for one frame add up', () => {
  const steps = createDotSteps(1)
  const shown: number[] = []
  for (let left = 0; left < 3; left += 0.25) {
    if (!steps.areElsewhere(dotsAt([left, 0]), 1)) continue
    steps.note(dotsAt([left, 0]), 1)
    shown.push(left)
  }
  assert.deepEqual(shown, [0, 0.75, 1.5, 2.25])
})

/** Returns whether a move by 0.3 pixels of the page is shown on a screen. */
function isStep(scale: number): boolean {
  const steps = createDotSteps(1)
  steps.note(dotsAt([10, 10]), scale)
  return steps.areElsewhere(dotsAt([10.3, 10]), scale)
}

test('a screen with finer pixels shows smaller steps', () => {
  assert.ok(!isStep(2))
  assert.ok(isStep(3))
})

test('on a screen of another density everything is drawn again, cars that stand too', () => {
  const steps = createDotSteps(1)
  steps.note(dotsAt([10, 10]), 2)
  assert.ok(!steps.areElsewhere(dotsAt([10, 10]), 2))
  assert.ok(steps.areElsewhere(dotsAt([10, 10]), 1.5))
})

test('a car that comes or goes is something new', () => {
  const steps = createDotSteps(2)
  steps.note(dotsAt([10, 10], NOWHERE), 1)
  assert.ok(steps.areElsewhere(dotsAt([10, 10], [20, 20]), 1))
  assert.ok(steps.areElsewhere(dotsAt(NOWHERE, NOWHERE), 1))
})
