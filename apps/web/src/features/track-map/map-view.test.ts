import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centreOn, moveBy, projectIn, WHOLE_MAP, zoomAt } from './map-view.ts'

const size = { width: 400, height: 300 }
const metres = (x: number, z: number) => [x, z] as const

test('what lies under the pointer stays there when the map is enlarged', () => {
  const view = zoomAt(zoomAt(WHOLE_MAP, 2, [120, 200], size), 1.5, [120, 200], size)
  assert.equal(view.zoom, 3)
  const [left, top] = projectIn(metres, view, size)(120, 200)
  assert.ok(Math.abs(left - 120) < 1e-9 && Math.abs(top - 200) < 1e-9)
})

test('a followed car is in the middle, but the box never shows what is beyond the map', () => {
  const enlarged = zoomAt(WHOLE_MAP, 4, [200, 150], size)
  assert.deepEqual(
    projectIn(metres, centreOn(enlarged, [150, 130], size), size)(150, 130),
    [200, 150],
  )
  const [left, top] = projectIn(metres, centreOn(enlarged, [0, 0], size), size)(0, 0)
  assert.deepEqual([left, top], [0, 0])
})

test('dragging moves the map with the pointer, and the whole map not at all', () => {
  const unmoved = moveBy(WHOLE_MAP, [50, 50], size)
  assert.deepEqual(projectIn(metres, unmoved, size)(200, 150), [200, 150])
  const enlarged = zoomAt(WHOLE_MAP, 2, [200, 150], size)
  const [left] = projectIn(metres, moveBy(enlarged, [30, 0], size), size)(200, 150)
  assert.equal(left, 230)
})
