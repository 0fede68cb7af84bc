import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from './endpoints.ts'

test('`id` is the resource at the end of a path; what the path goes through has the name of its kind', () => {
  for (const { method, path } of allEndpoints()) {
    assert.doesNotMatch(path, /\{id\}./, `${method} ${path}`)
  }
})
