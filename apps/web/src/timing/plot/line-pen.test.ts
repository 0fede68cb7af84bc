import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStepPen, createStraightPen } from './line-pen.ts'

function recordPath() {
  const drawn: [x: number, y: number][][] = []
  return {
    drawn,
    path: {
      moveTo: (x: number, y: number) => void drawn.push([[x, y]]),
      lineTo: (x: number, y: number) => void drawn.at(-1)?.push([x, y]),
    },
  }
}

type Points = readonly (readonly [x: number, y: number])[]

/** Returns where the line is at a place. */
function heightAt(line: Points, x: number): number {
  const after = Math.max(
    line.findIndex(([at]) => at >= x),
    1,
  )
  const [[fromX, fromY], [toX, toY]] = [line[after - 1] ?? [0, 0], line[after] ?? [0, 0]]
  return fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX)
}

test('a line passes its points by at most a fifth of a pixel, with few of them', () => {
  const points = Array.from({ length: 1_000 }, (_, index): [number, number] => {
    const x = index * 0.6
    return [
      x,
      90 * Math.sin(x / 40) + (index % 97 === 0 ? 25 : 0) + (index > 700 ? 3 * (x % 2) : 0),
    ]
  })
  const { drawn, path } = recordPath()
  const pen = createStraightPen(path)
  for (const [x, y] of points) pen.draw(x, y)
  pen.lift()
  const [line = [], ...others] = drawn
  assert.equal(others.length, 0)
  const furthest = Math.max(...points.map(([x, y]) => Math.abs(heightAt(line, x) - y)))
  assert.ok(furthest <= 0.2001, `${furthest} px`)
  assert.deepEqual([line[0], line.at(-1)], [points[0], points.at(-1)])
  const smooth = line.filter(([x]) => x < 420).length
  assert.ok(smooth < 200, `${smooth} of 700 points`)
})

test('a gap ends a line, and steps stay level until the next value', () => {
  for (const [create, expected] of [
    [
      createStraightPen,
      [
        [
          [0, 5],
          [20, 5],
        ],
        [
          [40, 7],
          [50, 9],
        ],
      ],
    ],
    [
      createStepPen,
      [
        [
          [0, 5],
          [20, 5],
        ],
        [
          [40, 7],
          [50, 7],
          [50, 9],
          [50, 9],
        ],
      ],
    ],
  ] as const) {
    const { drawn, path } = recordPath()
    const pen = create(path)
    for (const x of [0, 10, 20]) pen.draw(x, 5)
    pen.lift()
    pen.draw(40, 7)
    pen.draw(50, 9)
    pen.lift()
    assert.deepEqual(drawn, expected)
  }
})
