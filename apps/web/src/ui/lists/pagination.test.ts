import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pagesShown } from './pages-shown.ts'

test('the ends, the present page and its neighbours are named', () => {
  assert.deepEqual(pagesShown(1, 1), [1])
  assert.deepEqual(pagesShown(1, 12), [1, 2, null, 12])
  assert.deepEqual(pagesShown(6, 12), [1, null, 5, 6, 7, null, 12])
})

test('a gap is never as short as the page it leaves off', () => {
  assert.deepEqual(pagesShown(4, 12), [1, 2, 3, 4, 5, null, 12])
  const anyPage = fc.integer({ min: 1, max: 60 }).chain((totalPages) =>
    fc.record({
      totalPages: fc.constant(totalPages),
      page: fc.integer({ min: 1, max: totalPages }),
    }),
  )
  fc.assert(
    fc.property(anyPage, ({ page, totalPages }) => {
      const shown = pagesShown(page, totalPages)
      assert.ok(shown.includes(page) && shown.includes(1) && shown.includes(totalPages))
      for (const [index, number] of shown.entries()) {
        if (number !== null) continue
        assert.ok((shown[index + 1] ?? 0) - (shown[index - 1] ?? 0) > 2)
      }
    }),
  )
})
