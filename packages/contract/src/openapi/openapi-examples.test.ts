import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { Announcement } from '../leagues/announcement.ts'
import { allEndpoints } from './endpoints.ts'
import { exampleOf } from './openapi-examples.ts'

suite('the example of a body is one that its schema allows', () => {
  for (const { method, path, body } of allEndpoints()) {
    if (!body) continue
    test(`${method} ${path}`, () => {
      const example = exampleOf(body)
      assert.deepEqual(Value.Errors(body, example), [], JSON.stringify(example))
    })
  }

  test('announcements', () => {
    assert.ok(Value.Check(Announcement, exampleOf(Announcement)))
  })
})
