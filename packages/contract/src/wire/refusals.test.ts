import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { allEndpoints } from '../openapi/endpoints.ts'
import { endpoint } from './endpoint.ts'
import { refusalStatuses } from './refusals.ts'

const read = endpoint({ method: 'GET', path: '/api/Things', summary: 'All' })
const user = { auth: 'user', scope: 'none' } as const
const body = Type.Object({})

test('every call checks its parameters and a token that is sent, and may come at a bad moment', () => {
  assert.deepEqual(refusalStatuses(read), [400, 401, 503])
})

test('a call of users needs rights, and a call that tokens can make is limited', () => {
  assert.deepEqual(refusalStatuses({ ...read, ...user }), [400, 401, 403, 503])
  const scope = 'data:read'
  assert.deepEqual(refusalStatuses({ ...read, ...user, scope }), [400, 401, 403, 429, 503])
  assert.deepEqual(refusalStatuses({ ...read, auth: 'recorderKey' }), [400, 401, 503])
})

test('what a path names may be missing, unless everything has an answer or its key is refused', () => {
  const one = endpoint({ ...read, path: '/api/Things/{id}' })
  assert.deepEqual(refusalStatuses(one), [400, 401, 404, 503])
  assert.deepEqual(refusalStatuses({ ...one, alwaysFound: true }), [400, 401, 503])
  assert.deepEqual(refusalStatuses({ ...one, auth: 'recorderKey' }), [400, 401, 503])
})

test('a body may be too slow, too large or of another type, and changes of users are limited', () => {
  const write = endpoint({ method: 'PUT', path: '/api/Things', summary: 'Sets', body })
  assert.deepEqual(refusalStatuses(write), [400, 401, 413, 415, 503])
  assert.deepEqual(refusalStatuses({ ...write, ...user }), [400, 401, 403, 413, 415, 429, 503])
  assert.deepEqual(
    refusalStatuses({ ...read, ...user, method: 'DELETE' }),
    [400, 401, 403, 429, 503],
  )
})

test('a call with an idempotency key may have had another request, one with If-Match another version', () => {
  const create = endpoint({ method: 'POST', path: '/api/Things', summary: 'New', ...user })
  assert.deepEqual(refusalStatuses(create), [400, 401, 403, 409, 422, 429, 503])
  assert.ok(refusalStatuses({ ...create, ifMatch: true }).includes(412))
})

test('a WebSocket can only be upgraded to, and an entry adds refusals of its own', () => {
  assert.ok(refusalStatuses({ ...read, webSocket: true }).includes(426))
  assert.ok(refusalStatuses({ ...read, errors: [406] }).includes(406))
})

test('no endpoint lists a refusal that follows from the rest of its entry', () => {
  for (const each of allEndpoints()) {
    const { errors = [], ...rest } = each
    const derived = refusalStatuses({ ...rest, errors: [] })
    const repeated = errors.filter((status) => derived.includes(status) || status === 412)
    assert.deepEqual(repeated, [], `${each.method} ${each.path}`)
  }
})
