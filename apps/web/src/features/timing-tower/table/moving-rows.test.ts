import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMoves, glide } from './moving-rows.ts'

const rows = (...places: number[]) => new Map(places.map((place, index) => [place, index]))

test('rows that moved have their new place, how far they went, and whether they gained', () => {
  assert.deepEqual(findMoves(rows(5, 6, 7), rows(6, 5, 7)), [
    { index: 0, rowsUp: 1, isGain: true },
    { index: 1, rowsUp: -1, isGain: false },
  ])
})

test('rows that stay, and rows that are new, do not move', () => {
  assert.deepEqual(findMoves(rows(5, 6), rows(5, 6, 7)), [])
  assert.deepEqual(findMoves(rows(), rows(5, 6)), [])
})

test('where more than four rows move nobody has gained: the order was made again', () => {
  const gains = (before: ReturnType<typeof rows>, now: ReturnType<typeof rows>) =>
    findMoves(before, now).map(({ isGain }) => isGain)
  assert.deepEqual(gains(rows(1, 2, 3, 4), rows(4, 1, 2, 3)), [true, false, false, false])
  assert.deepEqual(gains(rows(1, 2, 3, 4, 5), rows(5, 1, 2, 3, 4)), [
    false,
    false,
    false,
    false,
    false,
  ])
})

for (const [rowsUp, from] of [
  [2, 'translateY(40px)'],
  [-1, 'translateY(-20px)'],
] as const) {
  test(`a row that went ${rowsUp} rows up glides from ${from} to where it is`, () => {
    const [glided, ...others] = animationsOf(rowsUp, false)
    assert.deepEqual(glided?.keyframes, [
      { transform: from, backgroundColor: 'transparent' },
      { transform: 'none', backgroundColor: 'transparent' },
    ])
    assert.deepEqual(others, [])
  })
}

test('a row that gained flashes once it is there: the colour that it glides into fades', () => {
  const [glided, faded] = animationsOf(1, true)
  const [, end] = glided?.keyframes ?? []
  const [begin, gone] = faded?.keyframes ?? []
  assert.match(String(end?.['backgroundColor']), /--color-personal-best/)
  assert.deepEqual([begin, gone], [{ backgroundColor: end?.['backgroundColor'] }, {}])
  const { duration = 0, easing } = glided?.options ?? {}
  const after = faded?.options
  assert.deepEqual([after?.delay, after?.duration], [duration, 2 * Number(duration)])
  assert.ok(easing && after?.easing)
})

interface Animation {
  readonly keyframes: readonly Keyframe[]
  readonly options: KeyframeAnimationOptions
}

/** Returns the animations that a row of 20 px is told to play. */
function animationsOf(rowsUp: number, flashes: boolean): readonly Animation[] {
  const animations: Animation[] = []
  const row: unknown = {
    getBoundingClientRect: () => ({ height: 20 }),
    animate: (keyframes: Keyframe[], options: KeyframeAnimationOptions) =>
      animations.push({ keyframes, options }),
  }
  Reflect.apply(glide, null, [row, rowsUp, flashes])
  return animations
}
