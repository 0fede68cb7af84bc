import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveListChange, LiveSummary } from '@pitboard/contract/live/live'
import { QueryClient } from '@tanstack/react-query'
import { answerCalls } from '../../testing/answered-calls.ts'
import { applyLiveList, liveList, takeLiveList } from './live-queries.ts'
import { progressOf } from './session-progress.ts'

function session(id: string, viewers = 0): LiveSummary {
  return {
    id,
    viewers,
    seasons: [],
    sessionId: '1',
    userId: 'u',
    userName: 'Flow',
    trackId: 7,
    trackName: 'X',
    sessionType: 10,
    sessionStartTime: '2026-11-21T00:00:00Z',
    numberOfLaps: 5,
    weather: 0,
    currentLapNumber: 1,
    leaderName: 'Ann',
    leaders: [],
    numberOfDrivers: 20,
    sessionTimeLeft: 0,
    safetyCarStatus: 0,
    flag: null,
    receiving: true,
    trackOutline: [],
  }
}

function change(parts: Partial<LiveListChange>): LiveListChange {
  return { isWhole: false, opened: [], changed: [], ended: [], moved: [], ...parts }
}

test('sessions come, change and go, and stand in the order of the server', () => {
  const list = [session('a', 2), session('b', 1)]
  const next = applyLiveList(
    list,
    change({
      opened: [session('c', 0)],
      changed: [{ id: 'b', viewers: 9, leaderName: null }],
      ended: ['a'],
    }),
  )
  assert.deepEqual(next, [{ ...session('b', 9), leaderName: null }, session('c', 0)])
})

test('what was received twice, or is in the list already, changes nothing', () => {
  const received = change({
    opened: [session('b')],
    changed: [{ id: 'a', viewers: 3 }],
    ended: ['x'],
  })
  const once = applyLiveList([session('a')], received)
  assert.deepEqual(applyLiveList(once, received), once)
})

test('a whole list leaves nothing of the one before; changes of what is unknown are none', () => {
  assert.deepEqual(
    applyLiveList([session('a')], change({ isWhole: true, opened: [session('b')] })),
    [session('b')],
  )
  assert.deepEqual(applyLiveList([], change({ changed: [{ id: 'a', viewers: 3 }] })), [])
})

test('of sessions with as many viewers the newer one is the first', () => {
  const list = applyLiveList(
    [],
    change({ opened: [session('a', 1), session('c', 1), session('b', 1)] }),
  )
  assert.deepEqual(
    list.map(({ id }) => id),
    ['c', 'b', 'a'],
  )
})

const shownIn = (queries: QueryClient) =>
  queries.getQueryData(liveList.queryKey)?.map(({ id }) => id) ?? null

test('a change is applied to the list that is shown, and to nothing while none is', () => {
  const queries = new QueryClient()
  takeLiveList(queries, change({ opened: [session('b')] }))
  assert.equal(shownIn(queries), null)
  queries.setQueryData(liveList.queryKey, [session('a')])
  takeLiveList(queries, change({ opened: [session('b')] }))
  assert.deepEqual(shownIn(queries), ['b', 'a'])
})

test('a change that arrives while the list is fetched is applied to the answer, and to no later one', async (t) => {
  const queries = new QueryClient()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<LiveSummary[]>()
  const sent = answerCalls(t, () => {
    asked.resolve()
    return sent.length === 1 ? answer.promise : [session('a')]
  })
  const fetching = queries.fetchQuery(liveList)
  await asked.promise
  takeLiveList(queries, change({ opened: [session('b')] }))
  takeLiveList(queries, change({ ended: ['a'] }))
  answer.resolve([session('a')])
  await fetching
  assert.deepEqual(shownIn(queries), ['b'])
  await queries.fetchQuery(liveList)
  assert.deepEqual(shownIn(queries), ['a'])
})

test('a race shows its lap, a session that ends by time what is left of it', () => {
  const race = session('a')
  assert.equal(progressOf({ ...race, currentLapNumber: 3 }), '3 / 5')
  assert.equal(progressOf({ ...race, currentLapNumber: null }), '0 / 5')
  assert.equal(progressOf({ ...race, currentLapNumber: 3, numberOfLaps: null }), '3')
  assert.equal(progressOf({ ...race, sessionType: 5, sessionTimeLeft: 65 }), '1:05')
})
