import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable } from './read-table.ts'

const TABLE = [
  ['Driver', 'Points'],
  ['Ann', '12,5'],
]

test('tabs, semicolons, wide gaps and commas separate cells', () => {
  assert.deepEqual(readTable('Driver\tPoints\nAnn\t12,5'), TABLE)
  assert.deepEqual(readTable('Driver;Points\r\nAnn;12,5\r\n'), TABLE)
  assert.deepEqual(readTable('Driver   Points\nAnn      12,5'), TABLE)
  assert.deepEqual(readTable('Driver,Points\nAnn,"12,5"\n\n'), TABLE)
})

test('a byte order mark, doubled marks and line breaks in quotation marks are understood', () => {
  assert.deepEqual(readTable('\ufeffDriver;Team\n"Ann ""A""";"Apex;\nRacing"'), [
    ['Driver', 'Team'],
    ['Ann "A"', 'Apex;\nRacing'],
  ])
})

test('a quotation mark that is never closed is a part of its cell', () => {
  assert.deepEqual(readTable('Ann;"Apex\nBob;Bold'), [
    ['Ann', '"Apex'],
    ['Bob', 'Bold'],
  ])
})

test('empty cells stay in their columns', () => {
  assert.deepEqual(readTable('1\t\tAnn\n\t\t\n2\tX\t'), [
    ['1', '', 'Ann'],
    ['2', 'X', ''],
  ])
})
