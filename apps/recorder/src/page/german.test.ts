import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { pageFiles } from './page-files.ts'

interface Globals {
  german?: Record<string, string>
  germanMessages?: Record<string, string>
  translateMessage?: (text: string) => string
}

const CALL = /\b(?:new (?:Failure|PortTaken|ServerUnavailable)|print|onNote)\(/g

const globals: Globals = {}
runInNewContext(pageFiles.german, globals)
const { german = {}, germanMessages = {}, translateMessage = (text) => text } = globals

/** The page can show the messages of these sources; other messages appear in the terminal only. */
const PROGRAM = [
  'app/actions.ts',
  'app/device-pairing.ts',
  'app/login-start.ts',
  'app/recording-control.ts',
  'app/updating.ts',
  'arguments.ts',
  'commands/record.ts',
  'commands/relay-queue.ts',
  'game-socket.ts',
  'race-summary.ts',
  'spool/disk-limit.ts',
  'spool/recording.ts',
  'spool/spool-folder.ts',
  'stream/connection.ts',
  'stream/lease.ts',
  'stream/sender.ts',
  'update/download-update.ts',
  'update/offered-update.ts',
  'update/replace-program.ts',
]

/** Reads a source; `arguments.ts` counts only with the part that also reads the page's fields. */
function sourceOf(file: string): string {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  if (file !== 'arguments.ts') return source
  const start = source.indexOf('export function checkTarget')
  return source.slice(start, source.indexOf('function readDiskLimit'))
}

// Names, signs and examples, which are the same in every language.
const sameEverywhere = new Set(['Pitboard', 'Pitboard recorder', '–', '0', '127.0.0.1:20778'])

const inScript = Array.from(pageFiles.js.matchAll(/\bt\(\s*'([^']+)'/g), ([, text = '']) => text)
const inPage = [
  ...Array.from(pageFiles.html.matchAll(/>([^<>]+)</g), ([, text = '']) => text),
  ...Array.from(pageFiles.html.matchAll(/placeholder="([^"]+)"/g), ([, text = '']) => text),
]
  .map((text) => text.trim().replaceAll(/\s+/g, ' '))
  .filter((text) => text !== '' && !sameEverywhere.has(text) && !/^(https:|0190)/.test(text))

test('the German catalogue has exactly the texts of the page', () => {
  assert.ok(inScript.length > 20 && inPage.length > 20)
  assert.deepEqual(new Set(Object.keys(german)), new Set([...inScript, ...inPage]))
})

test('a German text has the placeholders of the English one', () => {
  for (const [english, translated] of Object.entries({ ...german, ...germanMessages })) {
    // A translation may leave a placeholder out, but not add one.
    const missing = placeholdersIn(translated).filter(
      (name) => !placeholdersIn(english).includes(name),
    )
    assert.deepEqual(missing, [], english)
    if (english in german)
      assert.deepEqual(placeholdersIn(translated), placeholdersIn(english), english)
  }
})

for (const file of PROGRAM) {
  test(`every reason and note of ${file} is translated`, () => {
    const texts = findMessages(sourceOf(file))
    assert.ok(texts.length > 0)
    for (const text of texts.filter((one) => /[a-z]{2,} [a-z]+|[a-z]+ \{/i.test(one))) {
      const shown = text.replaceAll(/\{(\d)\}/g, 'X$1')
      assert.notEqual(translateMessage(shown), shown)
    }
  })
}

test('placeholder values stay in the translated sentence, and are translated themselves', () => {
  assert.equal(
    translateMessage(
      'http://a.example does not accept this user and key. The recording goes on; end it with Ctrl-C.',
    ),
    'http://a.example nimmt diesen Benutzer und Schlüssel nicht an. Die Aufnahme geht weiter.',
  )
  assert.equal(
    translateMessage('127.0.0.1:9 broke off (ECONNRESET); trying again'),
    '127.0.0.1:9 ist abgebrochen (ECONNRESET); es wird weiter versucht',
  )
  assert.equal(translateMessage('listenPort must be <= 65535'), 'Der UDP-Port muss <= 65535 sein')
  assert.equal(translateMessage('ENOSPC: no space left'), 'ENOSPC: no space left')
})

test('the script shows no text outside the catalogue', () => {
  assert.doesNotMatch(pageFiles.js, /(confirm|button|setText\('[\w-]+',) ?\(?['`][A-Za-z]/)
})

function placeholdersIn(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}

/** Finds the messages in a source, with placeholders as {0}, {1} …; texts joined by + are one. */
function findMessages(source: string): string[] {
  return Array.from(source.matchAll(CALL), ({ 0: call, index }) =>
    readLiterals(source, index + call.length),
  ).flat()
}

function readLiterals(source: string, start: number): string[] {
  const texts: string[] = []
  let depth = 1
  let joins = false
  for (let at = start; depth > 0 && at < source.length; at++) {
    const character = source[at] ?? ''
    if (character === "'" || character === '`') {
      const { text, end } = readLiteral(source, at)
      if (joins) texts.push((texts.pop() ?? '') + text)
      else texts.push(text)
      at = end
      joins = false
    } else if (character === '+') joins = true
    else if (character === '(') depth++
    else if (character === ')') depth--
  }
  return texts.map(numberPlaceholders)
}

function readLiteral(source: string, start: number): { text: string; end: number } {
  const quote = source[start]
  let text = ''
  let at = start + 1
  while (source[at] !== quote) {
    if (source[at] === '\\') {
      text += source[at + 1] ?? ''
      at += 2
    } else if (source.startsWith('${', at)) {
      text += '{}'
      at = skipBraces(source, at + 2)
    } else text += source[at++] ?? ''
  }
  return { text, end: at }
}

function skipBraces(source: string, start: number): number {
  let depth = 1
  let at = start
  for (; depth > 0; at++) depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0
  return at
}

function numberPlaceholders(text: string): string {
  let count = 0
  return text.replaceAll('{}', () => `{${count++}}`)
}
