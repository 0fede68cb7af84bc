import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { saidTexts } from '../testing/said-texts.ts'
import { pageFiles } from './page-files.ts'

interface Globals {
  german?: Record<string, string>
  germanOfProgram?: Record<string, string>
  inGerman?: (text: string) => string
}

const globals: Globals = {}
runInNewContext(pageFiles.german, globals)
const { german = {}, germanOfProgram = {}, inGerman = (text) => text } = globals

/** What the page can show the words of; the rest of the program speaks in the terminal alone. */
const PROGRAM = [
  ...['app/actions.ts', 'app/recording-control.ts', 'arguments.ts', 'commands/record.ts'],
  ...['commands/relay-queue.ts', 'foreign-format.ts', 'forward.ts', 'listen.ts'],
  'spool/disk-watch.ts',
  ...['spool/spool-folder.ts', 'stream/connection.ts', 'stream/lease.ts', 'stream/sender.ts'],
]

/** Of the arguments, what is read of the page's fields as well. */
function sourceOf(file: string): string {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  if (file !== 'arguments.ts') return source
  const start = source.indexOf('export function checkTarget')
  return source.slice(start, source.indexOf('function readDiskLimit'))
}

// Names, signs and examples, which are the same in every language.
const sameEverywhere = new Set(['Pitboard', 'Pitboard recorder', '–', '0', '127.0.0.1:20778'])

const inScript = Array.from(pageFiles.js.matchAll(/say\(\s*'([^']+)'/g), ([, text = '']) => text)
const inPage = [
  ...Array.from(pageFiles.html.matchAll(/>([^<>]+)</g), ([, text = '']) => text),
  ...Array.from(pageFiles.html.matchAll(/placeholder="([^"]+)"/g), ([, text = '']) => text),
]
  .map((text) => text.trim().replaceAll(/\s+/g, ' '))
  .filter((text) => text !== '' && !sameEverywhere.has(text) && !/^(https:|0190)/.test(text))

test('every text of the page is there in German, and nothing else', () => {
  assert.ok(inScript.length > 20 && inPage.length > 20)
  assert.deepEqual(new Set(Object.keys(german)), new Set([...inScript, ...inPage]))
})

test('a German text fills in the same names as the English one', () => {
  for (const [english, translated] of Object.entries({ ...german, ...germanOfProgram })) {
    // What only the terminal needs may be left out, nothing may be made up.
    const missing = namesIn(translated).filter((name) => !namesIn(english).includes(name))
    assert.deepEqual(missing, [], english)
    if (english in german) assert.deepEqual(namesIn(translated), namesIn(english), english)
  }
})

for (const file of PROGRAM) {
  test(`every reason and note of ${file} is said in German`, () => {
    const texts = saidTexts(sourceOf(file))
    assert.ok(texts.length > 0)
    for (const text of texts.filter((one) => /[a-z]{2,} [a-z]+|[a-z]+ \{/i.test(one))) {
      const shown = text.replaceAll(/\{(\d)\}/g, 'X$1')
      assert.notEqual(inGerman(shown), shown)
    }
  })
}

test('what a sentence fills in is kept, and is German itself where it is a sentence', () => {
  assert.equal(
    inGerman(
      'http://a.example does not accept this user and key. The recording goes on; end it with Ctrl-C.',
    ),
    'http://a.example nimmt diesen Benutzer und Schlüssel nicht an. Die Aufnahme geht weiter.',
  )
  assert.equal(
    inGerman('127.0.0.1:9 broke off (ECONNRESET); trying again'),
    '127.0.0.1:9 ist abgebrochen (ECONNRESET); es wird weiter versucht',
  )
  assert.equal(inGerman('listenPort must be <= 65535'), 'Der UDP-Port muss <= 65535 sein')
  assert.equal(inGerman('ENOSPC: no space left'), 'ENOSPC: no space left')
})

test('the script shows no text outside the catalogue', () => {
  assert.doesNotMatch(pageFiles.js, /(confirm|button|setText\('[\w-]+',) ?\(?['`][A-Za-z]/)
})

function namesIn(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}
