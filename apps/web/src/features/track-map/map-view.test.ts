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

const WIDE = { width: 400, height: 200 }

for (const [rule, view, expected] of [
  ['twelvefold at most', zoomAt(WHOLE_MAP, 20, [200, 100], WIDE), { zoom: 12, left: 0, top: 0 }],
  ['never less than the whole', zoomAt(WHOLE_MAP, 0.5, [0, 0], WIDE), WHOLE_MAP],
  ['from its corner', zoomAt(WHOLE_MAP, 2, [0, 0], WIDE), { zoom: 2, left: -100, top: -50 }],
  ['from a place', zoomAt(WHOLE_MAP, 2, [300, 150], WIDE), { zoom: 2, left: 50, top: 25 }],
  [
    'less from a place',
    zoomAt({ zoom: 4, left: 20, top: 10 }, 0.5, [300, 150], WIDE),
    { zoom: 2, left: -5, top: -2.5 },
  ],
  ['moved', moveBy({ zoom: 2, left: 10, top: 5 }, [20, -30], WIDE), { zoom: 2, left: 0, top: 20 }],
  [
    'moved to its edges',
    moveBy({ zoom: 2, left: 0, top: 0 }, [-900, 900], WIDE),
    { zoom: 2, left: 100, top: -50 },
  ],
  [
    'with a place in the middle',
    centreOn({ zoom: 4, left: 0, top: 0 }, [250, 80], WIDE),
    { zoom: 4, left: 50, top: -20 },
  ],
] as const) {
  test(`a map is enlarged ${rule}`, () => {
    assert.deepEqual(view, expected)
  })
}

test('a place is drawn from the middle of the box', () => {
  const project = projectIn(metres, { zoom: 2, left: 50, top: -20 }, WIDE)
  assert.deepEqual(project(250, 80), [200, 100])
  assert.deepEqual(project(260, 85), [220, 110])
})
