import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))
const STYLES = 'ui/styles'
const SOURCE = /@source '([^']+)';/g
const TYPE_IMPORT = /\bimport type [^;]*? from '[^']*'/g
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g

/** Returns the files of a page, with those that are fetched later. */
function filesOf(entry: string): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const source = readFileSync(SOURCES + file, 'utf8').replaceAll(TYPE_IMPORT, '')
    for (const [, target = ''] of source.matchAll(IMPORT)) {
      waiting.push(posix.join(posix.dirname(file), target))
    }
  }
  return found
}

test('overlays and embeds have the classes of every file that they are made of', () => {
  const styles = readFileSync(`${SOURCES}${STYLES}/frameless.css`, 'utf8')
  const named = [...styles.matchAll(SOURCE)].map(([, path = '']) => posix.join(STYLES, path))
  const scanned = new Set(
    named.flatMap((path) =>
      globSync(path.endsWith('.tsx') ? path : `${path}/**/*`, { cwd: SOURCES }),
    ),
  )
  const missing = ['embed.tsx', 'overlay.tsx']
    .flatMap((entry) => [...filesOf(entry)])
    .filter((file) => readFileSync(SOURCES + file, 'utf8').includes('className='))
    .filter((file) => !scanned.has(file))
  assert.deepEqual(missing, [])
})
