import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCarNumber, readName, readPoints } from './read-cells.ts'

for (const [cell, name] of [
  ['P1 Ann', 'Ann'],
  ['p12. Ann', 'Ann'],
  ['P123) Ann', 'Ann'],
  ['P1: Ann', 'Ann'],
  ['1. Ann', 'Ann'],
  ['12) Ann', 'Ann'],
  ['123: Ann', 'Ann'],
  ['P1234 Ann', 'P1234 Ann'],
  ['1234. Ann', '1234. Ann'],
  ['3 Cleo', '3 Cleo'],
  ['P1', 'P1'],
  ['P1 ', 'P1'],
  ['1. ', '1.'],
  ['P1.Ann', 'P1.Ann'],
  ['P1; Ann', 'P1; Ann'],
  ['1; Ann', '1; Ann'],
  ['Ann P1 Bob', 'Ann P1 Bob'],
  ['Ann 1. Bob', 'Ann 1. Bob'],
  [' Ann\tB\u00A0C ', 'Ann B C'],
] as const) {
  test(`a name is read without its place: ${JSON.stringify(cell)}`, () => {
    assert.equal(readName(cell), name)
  })
}

for (const [cell, points] of [
  ['98', 98],
  ['98.5', 98.5],
  ['98,25', 98.25],
  ['1.234', 1.234],
  ['1234', 1234],
  ['+3', 3],
  ['-3', -3],
  ['−3', -3],
  ['-0', 0],
  ['3pt', 3],
  ['3 pt.', 3],
  ['3 pts', 3],
  ['3 PTS.', 3],
  ['3 Points', 3],
  ['3 Punkte', 3],
  ['3 Pkt', 3],
  ['3pkt.', 3],
  ['12345', null],
  ['1.2345', null],
  ['3.', null],
  ['3  pts', null],
  ['3 pts more', null],
  ['about 3', null],
  ['~3', null],
  ['', null],
  ['many', null],
] as const) {
  test(`points are read: ${JSON.stringify(cell)}`, () => {
    assert.equal(readPoints(cell), points)
  })
}

for (const [cell, number] of [
  ['', null],
  ['7', 7],
  ['#7', 7],
  ['# 44', 44],
  ['999', 999],
  ['1000', undefined],
  ['7a', undefined],
  ['a7', undefined],
  ['##7', undefined],
] as const) {
  test(`a car number is read: ${JSON.stringify(cell)}`, () => {
    assert.equal(readCarNumber(cell), number)
  })
}
