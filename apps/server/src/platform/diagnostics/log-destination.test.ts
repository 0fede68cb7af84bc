import assert from 'node:assert/strict'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { countLostLines, createLogDestination } from './log-destination.ts'

test(
  'lines for a full disk are dropped and counted; the first that is written again says how many',
  { skip: existsSync('/dev/full') ? false : 'no /dev/full here' },
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboard-log-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'log')
    const full = openSync('/dev/full', 'w')
    const destination = createLogDestination(full, (lines) => `${lines} lost\n`)
    const before = countLostLines()
    destination.write('one\n')
    destination.write('two\n')
    assert.equal(countLostLines() - before, 2)
    closeSync(full)
    // The system gives the lowest number that is free.
    assert.equal(openSync(path, 'w'), full)
    destination.write('three\n')
    destination.write('four\n')
    closeSync(full)
    assert.equal(readFileSync(path, 'utf8'), '2 lost\nthree\nfour\n')
  },
)
