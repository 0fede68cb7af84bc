import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { openSettings } from './settings.ts'

const FRESH = {
  target: null,
  updateKey: null,
  listenPort: 20_777,
  forwards: [],
  diskLimitGb: 5,
  spool: null,
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the settings read from a file with this text, and the notes. */
function read(t: TestContext, text: string) {
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'settings.json'), text)
  const notes: string[] = []
  const { current } = openSettings(folder, (note) => notes.push(note))
  return { folder, current, notes, files: readdirSync(folder) }
}

suite('settings', () => {
  test('are fresh where there is no file, in a folder that is made', (t) => {
    const folder = join(makeFolder(t), 'a', 'b')
    const notes: string[] = []
    assert.deepEqual(openSettings(folder, (note) => notes.push(note)).current, FRESH)
    assert.deepEqual(notes, [])
    assert.deepEqual(readdirSync(folder), [])
  })

  test('are stored when they change, for this user alone, and read again', (t) => {
    const folder = makeFolder(t)
    const file = openSettings(folder, () => {})
    const target = { server: 'https://pitboard.example', user: 'u', key: 'k' }
    file.changeSettings({ target })
    file.changeSettings({ listenPort: 20_778, diskLimitGb: null })
    const expected = { ...FRESH, target, listenPort: 20_778, diskLimitGb: null }
    assert.deepEqual(file.current, expected)
    assert.deepEqual(openSettings(folder, () => {}).current, expected)
    assert.deepEqual(readdirSync(folder), ['settings.json'])
    const path = join(folder, 'settings.json')
    assert.equal(readFileSync(path, 'utf8'), `${JSON.stringify(expected, null, 2)}\n`)
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('that the file lacks are fresh', (t) => {
    const { current, notes } = read(t, '{"listenPort": 1}')
    assert.deepEqual(current, { ...FRESH, listenPort: 1 })
    assert.deepEqual(notes, [])
  })

  test('at their limits are read', (t) => {
    for (const part of [
      { listenPort: 65_535 },
      { diskLimitGb: 100_000 },
      { diskLimitGb: 0.001 },
      { diskLimitGb: null },
      { forwards: Array.from({ length: 20 }, () => 'localhost:1') },
      { spool: '/spool' },
    ]) {
      const { current, notes } = read(t, JSON.stringify(part))
      assert.deepEqual([current, notes], [{ ...FRESH, ...part }, []])
    }
  })

  test('that make no sense are renamed with a note, and fresh ones are used', (t) => {
    for (const text of [
      '',
      '{',
      'null',
      '1',
      '"text"',
      ...[{ listenPort: 0 }, { listenPort: 65_536 }, { listenPort: 1.5 }, { diskLimitGb: 0 }].map(
        (part) => JSON.stringify(part),
      ),
      ...[{ diskLimitGb: 100_001 }, { forwards: [1] }, { target: {} }, { spool: 1 }].map((part) =>
        JSON.stringify(part),
      ),
      JSON.stringify({ forwards: Array.from({ length: 21 }, () => 'localhost:1') }),
    ]) {
      const { folder, current, notes, files } = read(t, text)
      const path = join(folder, 'settings.json.unreadable')
      assert.deepEqual(current, FRESH, text)
      assert.deepEqual(files, ['settings.json.unreadable'], text)
      assert.deepEqual(notes, [`The settings could not be read; they are in ${path} now`], text)
      assert.equal(readFileSync(path, 'utf8'), text)
    }
  })

  test('that the system does not let be read are an error, not fresh', (t) => {
    const folder = makeFolder(t)
    mkdirSync(join(folder, 'settings.json'))
    assert.throws(() => openSettings(folder, () => {}), { code: 'EISDIR' })
  })
})
