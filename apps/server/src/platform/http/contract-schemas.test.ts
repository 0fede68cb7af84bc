import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { compileSerialiser, compileValidator } from './schema-compilers.ts'

test('all schemas of the contract compile: a server does that when it first needs one', () => {
  for (const { method, path: url, params, query, body, response } of allEndpoints()) {
    const what = `${method} ${url}`
    for (const [httpPart, schema] of Object.entries({ params, query, body })) {
      if (!schema) continue
      assert.doesNotThrow(() => compileValidator({ schema, method, url, httpPart }), what)
    }
    if (!response) continue
    assert.doesNotThrow(() => compileSerialiser({ schema: response, method, url }), what)
  }
})
