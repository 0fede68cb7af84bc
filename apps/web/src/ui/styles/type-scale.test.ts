import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const WEB = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, WEB), 'utf8')

/** Steps that Tailwind has and the scale has not: a class of theirs has no effect. */
const REMOVED = /(?<![\w-])text-(?:xs|sm|base|lg|\d?xl)(?![\w-])/

test('text has the steps of the type scale alone', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((path) => !path.includes('.test.'))
  assert.ok(files.length > 300)
  assert.deepEqual(
    files.filter((path) => REMOVED.test(read(path))),
    [],
  )
})

test('the guide lists every step of the type scale', () => {
  const steps = [...read('ui/styles/tokens.css').matchAll(/^ {2}--(text-[a-z]+): /gm)]
  const guide = read('../../../docs/visual-language.md')
  assert.equal(steps.length, 8)
  for (const [, step] of steps) assert.ok(guide.includes(`\`${step}\``), step)
})
