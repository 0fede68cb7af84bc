import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../..')

/**
 * Nothing is shown in place of a message that does not come; the code that waits for it says so. A page inside
 * another site or over a stream has one part, and is loaded again as a whole.
 */
const NOT_A_PART = new Set(['ui/toast/toast.ts', 'embed.tsx', 'overlay.tsx'])

test('every part whose code comes later is a lazy part: its failure stays local and can be retried', () => {
  const exclude = ['**/*.test.ts', 'ui/states/lazy-part.tsx']
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude })
  assert.ok(files.length > 100)
  const faults = files.filter((file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8')
    if (
      /\blazyRouteComponent\b|import \{[^}]*\blazy\b[^}]*\} from 'react'|React\.lazy/.test(source)
    ) {
      return true
    }
    const isFetching = /\bimport\('[^']+\.tsx'\)/.test(source) && !NOT_A_PART.has(file)
    return isFetching && !/\blazy(Part|Page|Dialog)\(/.test(source)
  })
  assert.deepEqual(faults, [])
})
