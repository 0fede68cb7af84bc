import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOrganiser } from '../../testing/organiser.ts'

const { owner, call } = await openOrganiser()

async function fieldsOf(what: string, body: object): Promise<string[]> {
  const answer = await call(what, { as: owner, body })
  assert.equal(answer.statusCode, 400)
  return answer
    .json()
    .errors.map((error: { path: string; message: string }) => [error.path, error.message].join(' '))
}

test('each missing field is reported separately', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'A' } })).json()
  const what = `POST /api/Seasons/${id}/adjustments`
  assert.deepEqual(await fieldsOf(what, {}), ['body/kind is missing', 'body/reason is missing'])
})

test('for a nullable field only the error of its value is reported', async () => {
  const body = { name: 'A', description: 5 }
  assert.deepEqual(await fieldsOf('POST /api/League', body), ['body/description must be text'])
})

test('a leap second is not stored as no time at all', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'A' } })).json()
  const form = { opensAt: '2016-12-31T23:59:60Z', closesAt: null }
  const rest = { needsApproval: false, capacity: null, note: '', tiers: [], questions: [] }
  assert.deepEqual(await fieldsOf(`PUT /api/Seasons/${id}/signUp/form`, { ...form, ...rest }), [
    'body/opensAt must be a time with its zone, like 2026-01-31T20:00:00Z',
  ])
})

const TRACKS = 'body/track must be one of 0 to 32, 39 to 42'

test('errors are plain sentences: ids, times, choices, empty names, unknown fields', async () => {
  const { id } = (await call('POST /api/Seasons', { as: owner, body: { name: 'A' } })).json()
  const events = `POST /api/Seasons/${id}/events`
  for (const [what, body, expected] of [
    ['PATCH /api/Seasons', { id: 'x' }, 'body/id must be an id (UUID)'],
    [
      events,
      { track: 1, startsAt: '2026-01-31' },
      'body/startsAt must be a time with its zone, like 2026-01-31T20:00:00Z',
    ],
    [events, { track: 33 }, TRACKS],
    [events, { track: '1' }, TRACKS],
    [
      `POST /api/Seasons/${id}/publications`,
      { status: 'x' },
      'body/status must be one of provisional, official',
    ],
    ['POST /api/League', { name: '  ' }, 'body/name must not be empty'],
    [
      'POST /api/League',
      { name: 'A', website: 'ftp://a' },
      'body/website must be an http or https address',
    ],
    [
      'PATCH /api/Seasons',
      { id, pointsSystem: { sprints: [] } },
      'body/pointsSystem/sprints is not known',
    ],
  ] as const) {
    assert.deepEqual(await fieldsOf(what, body), [expected])
  }
})

test('a NUL character, which PostgreSQL cannot store, is reported with its field', async () => {
  const body = { name: 'A\0', description: 'fine' }
  const message = 'holds a character that can’t be stored'
  assert.deepEqual(await fieldsOf('POST /api/League', body), [`body/name ${message}`])
})
