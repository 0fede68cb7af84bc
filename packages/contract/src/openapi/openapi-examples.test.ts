import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
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

for (const [rule, schema, example] of [
  ['its own example first', Type.String({ examples: ['Spa'], default: 'Monza' }), 'Spa'],
  ['its default', Type.Integer({ default: 20, minimum: 1 }), 20],
  ['the only value', Type.Literal('tcp'), 'tcp'],
  ['the first of a choice', Type.Enum(['A', 'B']), 'A'],
  ['what is not null', Type.Union([Type.Null(), Type.Boolean()]), true],
  ['null where nothing else is', Type.Union([Type.Null()]), null],
  ['null', Type.Null(), null],
  ['one, as a number', Type.Integer(), 1],
  ['the least number', Type.Integer({ minimum: 5 }), 5],
  ['one, where less is possible', Type.Integer({ minimum: -5 }), 1],
  ['the most where that is less', Type.Number({ minimum: -5, maximum: 0.5 }), 0.5],
  ['the most within limits', Type.Integer({ minimum: 2, maximum: 9 }), 2],
  ['one element', Type.Array(Type.Integer()), [1]],
  ['as many elements as it needs', Type.Array(Type.Integer(), { minItems: 2 }), [1, 1]],
  ['each part of a tuple', Type.Tuple([Type.Boolean(), Type.Null()]), [true, null]],
  ['a text that fits', Type.String({ maxLength: 6 }), 'Some t'],
  ['an id', Type.String({ format: 'uuid' }), '01900000-0000-7000-8000-000000000001'],
  ['an instant', Type.String({ format: 'date-time' }), '2026-03-08T20:00:00Z'],
  ['a text of its form', Type.String({ pattern: '^#[\\da-fA-F]{6}$' }), '#1e9be0'],
  ['members by their names', Type.Object({ team: Type.String() }), { team: 'Red Arrows' }],
] as const) {
  test(`an example is ${rule}`, () => assert.deepEqual(exampleOf(schema), example))
}
