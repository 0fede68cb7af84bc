import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../../accounts/access/caller.ts'
import { matchesPattern } from './filter.ts'
import { type RowChange, createWatcher } from './row-change.ts'
import { type Row, WATCHED_TABLES } from './tables.ts'

const ID = '0190c1b2-0000-7000-8000-000000000001'
const OWNER = '0190c1b2-0000-7000-8000-0000000000ff'
const VISITOR: Caller = { kind: 'anon' }

function changeOf(name: string, row: Row, type: RowChange['type'] = 'UPDATE'): RowChange {
  const table = WATCHED_TABLES.get(name)
  assert.ok(table)
  const audience = table.audienceOf(row)
  return { name, table, type, at: '2026-01-01T00:00:00Z', id: String(row['id']), row, audience }
}

/** Returns null where the filter can't be watched. */
function matches(
  table: string,
  filter: string,
  row: Row,
  type?: RowChange['type'],
): boolean | null {
  const watcher = createWatcher(1, { event: '*', schema: 'public', table, filter })
  return watcher && watcher.matches(changeOf(table, row, type), VISITOR)
}

test('filters compare as the column’s type does', () => {
  const row = {
    id: ID,
    user_id: OWNER,
    track_id: 7,
    track_name: 'Spa, "the" (old)',
    is_multiplayer: true,
    started_at: '2026-07-05T14:00:00+00:00',
    ended_at: null,
  }
  const expected: [string, boolean | null][] = [
    ['track_id=eq.7', true],
    ['track_id=eq.07', true],
    ['track_id=gt.10', false],
    ['track_id=lt.10', true],
    ['track_id=in.(1,7)', true],
    ['track_id=not.in.(1,7)', false],
    ['track_id=eq.x', null],
    [`user_id=eq.${OWNER.toUpperCase()}`, true],
    ['is_multiplayer=eq.true', true],
    ['is_multiplayer=is.false', false],
    ['started_at=gte.2026-07-05T16:00:00+02:00', true],
    ['started_at=lt.2026-07-05T13:59:59Z', false],
    ['ended_at=is.null', true],
    ['ended_at=not.is.null', false],
    ['ended_at=neq.2026-07-05T14:00:00Z', false],
    ['ended_at=isdistinct.2026-07-05T14:00:00Z', true],
    ['track_name=like.Spa%', true],
    ['track_name=like.spa%', false],
    ['track_name=ilike.spa%', true],
    ['track_name=eq."Spa, \\"the\\" (old)"', true],
    ['track_name=in.("Spa, \\"the\\" (old)",Monza)', true],
    ['track_id=gt.1,track_id=lt.9', true],
    ['track_id=gt.1,track_id=lt.7', false],
    ['detail=eq.1', null],
    ['constructor=eq.1', null],
    ['track_id=match.7', null],
    ['track_id', null],
    ['track_name=eq.(', null],
    ['track_name=eq."', null],
  ]
  for (const [filter, result] of expected) {
    assert.equal(matches('sessions', filter, row), result, filter)
  }
})

test('of a removed row only conditions on its keys are asked', () => {
  assert.equal(matches('sessions', 'track_id=eq.1', { id: ID }, 'DELETE'), true)
  assert.equal(matches('sessions', `id=neq.${ID}`, { id: ID }, 'DELETE'), false)
})

test('a change of an unlisted season is sent to subscribers who name its id, and to nobody who guesses', () => {
  const row = { id: ID, name: 'Spring', owner_id: OWNER, visibility: 'link' }
  assert.equal(matches('seasons', `id=eq.${ID}`, row), true)
  assert.equal(matches('seasons', `id=in.(${ID})`, row), true)
  const guesses = ['', 'id=neq.x', 'id=gt.0', 'id=lt.an', 'id=like.%', 'id=not.is.null']
  const others = [`id=not.eq.${OWNER}`, `owner_id=eq.${OWNER}`, 'name=eq.Spring', `id=isdistinct.x`]
  for (const filter of [...guesses, ...others]) {
    assert.equal(matches('seasons', filter, row), false, filter)
  }
})

test('a change of a season in a public league is sent to everyone, in private leagues to its owner only', () => {
  const row = { id: ID, name: 'Spring', owner_id: OWNER, visibility: 'listed' }
  assert.equal(matches('seasons', '', row), true)
  for (const filter of ['', `id=eq.${ID}`, `owner_id=eq.${OWNER}`]) {
    assert.equal(matches('seasons', filter, { ...row, visibility: 'private' }), false, filter)
  }
})

test('a pattern of many stars takes no more time than a short one', () => {
  assert.equal(matchesPattern('a'.repeat(20_000), `${'%a'.repeat(400)}b`), false)
  assert.equal(matchesPattern('abc', 'a_c'), true)
  assert.equal(matchesPattern('abc', '%b%'), true)
  assert.equal(matchesPattern('', '%'), true)
  assert.equal(matchesPattern('abc', 'ab'), false)
})

test('a filter that is made to be slow is read as fast as any other', () => {
  const made = [
    `track_name=in.(${'+'.repeat(900)})x)`,
    `track_name=in.("${' '.repeat(900)}`,
    `track_name=in.(${'\\"'.repeat(400)}`,
    `track_name=in.(${'"\\'.repeat(400)})`,
    '("'.repeat(450),
    '"('.repeat(450),
    `${'('.repeat(900)})`,
  ]
  const startMs = performance.now()
  for (let time = 0; time < 100; time++) {
    for (const filter of made)
      createWatcher(1, { event: '*', schema: 'public', table: 'sessions', filter })
  }
  // Quadratic time would take seconds here, and cubic time hours.
  assert.ok(performance.now() - startMs < 2_000)
})
