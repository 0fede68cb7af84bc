import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveFocus } from './tab-stop.ts'

/** Presses a key on the row `at` of three; null is the head of the table. Says what has the focus then. */
function press(key: string, at: number | null, held: object = {}) {
  const focused: number[] = []
  const asked: string[] = []
  const rows = [0, 1, 2].map((row) => ({ focus: () => focused.push(row) }))
  let isHandled = false
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    target: at === null ? {} : rows[at],
    currentTarget: {
      querySelectorAll(selector: string) {
        asked.push(selector)
        return rows
      },
    },
    preventDefault: () => (isHandled = true),
    ...held,
  }
  Reflect.apply(moveFocus, null, [event])
  assert.deepEqual(asked, isHandled ? ['[data-row-button]'] : asked)
  return [focused, isHandled]
}

for (const [key, at, focused] of [
  ['ArrowDown', 0, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
] as const) {
  test(`on row ${at} the key ${key} leads to row ${focused}, and the page does not scroll`, () => {
    assert.deepEqual(press(key, at), [[focused], true])
  })
}

for (const [rule, key, at, held] of [
  ['another key', 'Enter', 0, {}],
  ['a key outside of the rows', 'ArrowDown', null, {}],
  ['a key with Ctrl', 'ArrowDown', 0, { ctrlKey: true }],
  ['a key with Meta', 'Home', 0, { metaKey: true }],
  ['a key with Alt', 'End', 0, { altKey: true }],
] as const) {
  test(`${rule} is the browser's`, () => {
    assert.deepEqual(press(key, at, held), [[], false])
  })
}
