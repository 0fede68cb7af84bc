import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { liveSessions } from '@pitboard/contract/live/live'
import { createRace } from '@pitboard/sim/race'
import { createLiveReceiver } from '@pitboard/web/features/live/live-receiver'
import { openLiveSocket } from '@pitboard/web/features/live/live-socket'
import { type Connection, createLiveStore } from '@pitboard/web/features/race/live-store'
import { until } from '@pitboard/contract/testing/patience'
import { startPitboard } from './src/pitboard.ts'
import { startRecordedGame } from './src/recorded-game.ts'

const race = createRace({ seed: 33, laps: 2, cars: 4, rateHz: 10, trackId: 26, lean: true })
const VIEWERS = 200
/** A stopping server takes a second for 200 viewers. */
const SPREAD_MS_MIN = 300

test('200 viewers of a server that restarts leave it one after the other, and all come back', async (t) => {
  const pitboard = await startPitboard(t)
  const { game } = await startRecordedGame(t, pitboard, race)
  await game.driveTo(0.3)
  const id = await until(async () => (await pitboard.call(liveSessions.all))[0]?.id)
  const url = `${pitboard.url.replace('http', 'ws')}/api/LiveSession/ws/${id}`
  const viewers = Array.from({ length: VIEWERS }, () => watch(t, url))
  await until(() => viewers.every(({ isLive }) => isLive()))

  const stopping = pitboard.stop()
  await stopping
  const lost = viewers.map(({ lostAtMs }) => lostAtMs())
  const spreadMs = Math.max(...lost) - Math.min(...lost)
  await pitboard.start()
  await game.driveTo(0.6)
  await until(() => viewers.every(({ isLive }) => isLive()))
  t.diagnostic(`the viewers left within ${Math.round(spreadMs)} ms`)
  assert.ok(spreadMs >= SPREAD_MS_MIN, `they left within ${spreadMs} ms`)
  assert.deepEqual([...new Set(viewers.flatMap(({ kinds }) => kinds))].toSorted(), [
    'live',
    'reconnecting',
  ])
  assert.deepEqual(await pitboard.call(liveSessions.all).then((all) => all.map((one) => one.id)), [
    id,
  ])
})

/** Opens a page's own socket, without the page. */
function watch(t: TestContext, url: string) {
  const store = createLiveStore()
  const kinds: Connection['kind'][] = []
  let lostMs = Number.NaN
  store.subscribe(() => {
    const { kind } = store.view().connection
    if (kind === kinds.at(-1)) return
    kinds.push(kind)
    if (kind === 'reconnecting' && Number.isNaN(lostMs)) lostMs = performance.now()
  })
  const socket = openLiveSocket(url, createLiveReceiver(store))
  t.after(socket.close)
  return {
    kinds,
    isLive: () => store.view().connection.kind === 'live',
    lostAtMs: () => lostMs,
  }
}
