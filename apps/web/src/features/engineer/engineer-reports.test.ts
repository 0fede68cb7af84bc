import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addReport, engineerReports } from './engineer-reports.ts'

test('the newest reports stand first, each with an id of its own, and the oldest go', () => {
  assert.deepEqual(engineerReports.get(), [])
  for (let count = 1; count <= 14; count++) addReport(`Sentence ${count}`, count % 2 === 0)
  const reports = engineerReports.get()
  assert.equal(reports.length, 12)
  assert.deepEqual(reports.at(0), { id: 14, sentence: 'Sentence 14', isSpoken: true })
  assert.deepEqual(reports.at(-1), { id: 3, sentence: 'Sentence 3', isSpoken: false })
})
