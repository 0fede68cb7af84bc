import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHabits, type HabitCause } from './corner-habits.ts'
import { CORNERS, createDriver, GRID, mistakeThatCosts } from './generated-driver.fixture.ts'

const DRIVERS = 20
const SESSIONS = 5
const LAPS = 3

function habitsOf(driver: ReturnType<typeof createDriver>, sessions = SESSIONS, laps = LAPS) {
  const references = Array.from({ length: 3 }, driver.reference)
  return findHabits({
    sessions: driver.sessions(sessions, laps),
    references,
    corners: CORNERS,
    grid: GRID,
  })
}

for (const cause of [
  'braking',
  'minimumSpeed',
  'line',
  'throttle',
] as const satisfies HabitCause[]) {
  test(`a mistake of ${cause} that costs 0.35 s on each lap is found in 9 of 10 drivers`, () => {
    let [found, elsewhere] = [0, 0]
    for (let index = 1; index <= DRIVERS; index++) {
      const corner = 1 + (index % CORNERS.length)
      const mistake = mistakeThatCosts(350, corner, cause)
      const habits = habitsOf(createDriver(index * 104_729, [mistake]))
      const habit = habits.find((each) => each.corner === corner && each.cause === cause)
      elsewhere += habits.filter((each) => each.corner !== corner).length
      if (!habit) continue
      found += 1
      assert.ok(Math.abs(habit.lostMs - 350) < 200, `driver ${index} loses ${habit.lostMs} ms`)
      assert.deepEqual([habit.laps, habit.sessions.length], [SESSIONS * LAPS, SESSIONS])
    }
    assert.ok(found >= 0.9 * DRIVERS, `${found} of ${DRIVERS}`)
    assert.ok(elsewhere <= 1, `${elsewhere} where there is none`)
  })
}

test('drivers who make no mistake again and again have no habit', () => {
  for (let index = 1; index <= DRIVERS; index++) {
    assert.deepEqual(habitsOf(createDriver(index * 7_919, [])), [], `driver ${index}`)
  }
})

test('of few laps or sessions nobody can tell a habit', () => {
  const mistake = mistakeThatCosts(800, 4, 'braking')
  const driver = () => createDriver(5, [mistake])
  assert.equal(habitsOf(driver())[0]?.corner, 4)
  assert.deepEqual(habitsOf(driver(), 2, 6), [])
  assert.deepEqual(habitsOf(driver(), 5, 1), [])
})
