import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFilter } from '@pitboard/contract/sessions/filters'
import { QueryClient } from '@tanstack/react-query'
import { aSession } from '../../testing/a-session.ts'
import { answerCalls } from '../../testing/answered-calls.ts'
import { filterText, type RecordingFilter, recordings, weekendsOf } from './recordings.ts'

const USER = '0190a000-0000-7000-8000-000000000002'
const ALL: RecordingFilter = {
  isOwn: false,
  trackId: null,
  sessionType: null,
  from: '',
  to: '',
  name: '',
}

test('a choice is a filter that the API reads, whatever stands in the name', () => {
  assert.equal(filterText(ALL, USER), '')
  const odd = { ...ALL, isOwn: true, trackId: 7, sessionType: 10, name: String.raw`a "b\c", d|e` }
  for (const filter of [odd, { ...odd, from: '2026-03-08', to: '2026-03-08' }]) {
    assert.doesNotThrow(() => parseFilter(filterText(filter, USER)))
  }
})

test('the last day is let through as a whole', () => {
  const day = { ...ALL, from: '2026-03-08', to: '2026-03-08' }
  const [since = '', until = ''] = filterText(day, USER).match(/[\d-]+T[\d:.]+Z/g) ?? []
  assert.equal(Date.parse(until) - Date.parse(since), 24 * 60 * 60 * 1000)
})

test('a filter has a term for each choice', () => {
  const terms = (known: Partial<RecordingFilter>) => filterText({ ...ALL, ...known }, USER)
  assert.equal(terms({ isOwn: true }), `userId==${USER}`)
  assert.equal(terms({ trackId: 7 }), 'trackId==7')
  assert.equal(terms({ sessionType: 10 }), 'sessionType==10')
  assert.equal(terms({ name: 'spa' }), '(userName|trackName)@="spa"')
  assert.equal(terms({ name: '"' }), String.raw`(userName|trackName)@="\""`)
  assert.equal(terms({ trackId: 7, sessionType: 10 }), 'trackId==7,sessionType==10')
  assert.match(terms({ from: '2026-03-08' }), /^sessionStartTime>=2026-03-0[78]T[\d:.]+Z$/)
  assert.match(terms({ to: '2026-03-08' }), /^sessionStartTime<2026-03-0[89]T[\d:.]+Z$/)
})

const START = Date.parse('2026-03-01T20:00:00Z')
const hour = 3_600_000
const driven = (id: string, afterMs: number, known: Partial<Parameters<typeof aSession>[0]> = {}) =>
  aSession({
    id,
    weekendLinkIdentifier: 0,
    sessionStartTime: new Date(START + afterMs).toISOString(),
    ...known,
  })

for (const [rule, second, weekends] of [
  ['of one day', driven('b', hour), 1],
  ['three days apart', driven('b', 72 * hour), 1],
  ['more than three days apart', driven('b', 72 * hour + 1), 2],
  ['at another track', driven('b', hour, { trackId: 8 }), 2],
  ['of another user', driven('b', hour, { userId: 'other' }), 2],
  ['with the number of another weekend', driven('b', hour, { weekendLinkIdentifier: 6 }), 2],
  ['with the same number', driven('b', hour, { weekendLinkIdentifier: 5 }), 1],
] as const) {
  test(`two sessions ${rule} are ${weekends === 1 ? 'one weekend' : 'two weekends'}`, () => {
    const isNumbered = second.weekendLinkIdentifier !== 0
    const first = driven('a', 0, { weekendLinkIdentifier: isNumbered ? 5 : 0 })
    assert.equal(weekendsOf([second, first]).length, weekends)
  })
}

test('a session without a number belongs to the weekend at its track', () => {
  const numbered = driven('a', 0, { weekendLinkIdentifier: 5 })
  assert.equal(weekendsOf([numbered, driven('b', hour)]).length, 1)
  assert.equal(
    weekendsOf([driven('b', 0), driven('a', hour, { weekendLinkIdentifier: 5 })]).length,
    1,
  )
})

test('the newest weekend is the first, and its sessions are in the order they were driven', () => {
  const weekends = weekendsOf([
    driven('race', 2 * hour),
    driven('later', 100 * hour, { trackId: 9, trackName: 'Montreal' }),
    driven('quali', 0),
  ])
  assert.deepEqual(
    weekends.map(({ sessions, ...weekend }) => [weekend, sessions.map(({ id }) => id)]),
    [
      [
        {
          key: 'later',
          trackId: 9,
          trackName: 'Montreal',
          startedAt: '2026-03-06T00:00:00.000Z',
        },
        ['later'],
      ],
      [
        {
          key: 'quali',
          trackId: 7,
          trackName: 'Silverstone',
          startedAt: '2026-03-01T20:00:00.000Z',
        },
        ['quali', 'race'],
      ],
    ],
  )
})

for (const [request, known] of [
  ['/api/Sessions/currentUser?page=1&pageSize=50', { isOwn: true }],
  [
    '/api/Sessions/currentUser?page=1&pageSize=50&TrackIds=7&SessionTypes=10',
    { isOwn: true, trackId: 7, sessionType: 10 },
  ],
  ['/api/Sessions/filters?page=1&pageSize=50', {}],
  [
    `/api/Sessions/filters?page=1&pageSize=50&filters=userId==${USER},(userName|trackName)@="spa"`,
    { isOwn: true, name: 'spa' },
  ],
] as const) {
  test(`recordings with ${JSON.stringify(known)} are read by ${request}`, async (t) => {
    const sent = answerCalls(t, (name) => (name.includes('currentUser') ? { sessions: [] } : []))
    const filter = { ...ALL, ...known }
    const options = recordings(filter, USER)
    await new QueryClient().fetchInfiniteQuery(options)
    assert.deepEqual(
      sent.map(({ name }) => name.replaceAll('+', ' ')),
      [`GET ${request}`],
    )
    assert.deepEqual(options.queryKey, ['sessions', 'recordings', USER, filter])
  })
}

for (const [dates, kind] of [
  [{ from: '2026-03-08' }, 'from a day on'],
  [{ to: '2026-03-08' }, 'up to a day'],
] as const) {
  test(`own recordings ${kind} are read by a filter`, async (t) => {
    const sent = answerCalls(t, () => [])
    await new QueryClient().fetchInfiniteQuery(recordings({ ...ALL, isOwn: true, ...dates }, USER))
    assert.match(sent[0]?.name ?? '', /^GET \/api\/Sessions\/filters/)
  })
}

test('a page that is not full is the last', () => {
  const full = Array.from({ length: 50 }, (_, at) => driven(String(at), at))
  const { getNextPageParam } = recordings(ALL, USER)
  assert.equal(getNextPageParam(full, [full], 1, [1]), 2)
  assert.equal(getNextPageParam(full.slice(1), [full, full.slice(1)], 2, [1, 2]), undefined)
})
