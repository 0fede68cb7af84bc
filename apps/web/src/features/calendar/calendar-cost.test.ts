import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendar } from './parse-calendar.ts'

test('time grows with the text, whatever stands in it', () => {
  for (const piece of [
    '1 ',
    '1.',
    '1/',
    'am ',
    '9:',
    ' ',
    '\t',
    'jan ',
    'a',
    'ß',
    '(',
    '- ',
    '"',
    '|',
    'Aa/',
    '1\n',
    '5.7.2026\n',
  ]) {
    const before = process.cpuUsage()
    parseCalendar(`${piece.repeat(60_000)}\n`.repeat(20), 'UTC')
    const { user, system } = process.cpuUsage(before)
    assert.ok((user + system) / 1000 < 2000, JSON.stringify(piece))
  }
})
