import assert from 'node:assert/strict'
import { createTracker } from '@pitboard/telemetry/session/tracker'
import { sessionDetail } from '@pitboard/telemetry/session/detail'
import { createThinner } from '@pitboard/telemetry/thin'
import { createRace } from './race.ts'
import { createRandom } from './random.ts'
const id = { id: '', internalSessionId: 1, userId: '', userName: 'A' }
type D = { atMs: number; bytes: Uint8Array }
const base = Date.UTC(2026, 4, 3, 13)
function run(ds: readonly D[]) {
  const ended: string[] = []
  let out: ReturnType<typeof sessionDetail> | undefined
  const t = createTracker({ ended: (s, r) => { ended.push(r); out = sessionDetail(s, id) } })
  for (const d of ds) t.push(d.bytes, d.atMs)
  t.finish(ds.at(-1)?.atMs ?? 0)
  assert.equal(ended.length, 1, ended.join())
  return { reason: ended[0], d: out! }
}
const core = (d: ReturnType<typeof sessionDetail>) => ({ drivers: d.drivers.map((x) => ({ i: x.driverIdx, l: x.lapTimes, f: x.finishingPosition, t: x.tyres, tot: x.totalRaceTime })) })
for (const seed of [11, 12, 13]) {
  const race = createRace({ seed, laps: 4, rateHz: seed === 12 ? 60 : 20, trackId: 7 })
  const ds = [...race.datagrams()].map((d) => ({ atMs: base + d.atMs, bytes: d.bytes }))
  const full = run(ds)
  const th = createThinner()
  const thinned = [...ds.flatMap((d) => [...th.push(d.bytes, d.atMs)]), ...th.flush()]
  const thin = run(thinned)
  const bytes = (x: readonly D[]) => x.reduce((s, d) => s + d.bytes.length, 0)
  console.log(seed, full.reason, thin.reason, ds.length, thinned.length, (bytes(thinned) / bytes(ds)).toFixed(3))
  try { assert.deepEqual({ ...thin.d, trackOutline: 0 }, { ...full.d, trackOutline: 0 }) } catch (e) { console.log('thin differs', String(e).slice(0, 1500)) }
  console.log('outline', full.d.trackOutline.filter(Boolean).length, thin.d.trackOutline.filter(Boolean).length)
  // duplicates & reorder
  const r = createRandom(seed)
  const dup = ds.flatMap((d) => (r.next() < 0.05 ? [d, d] : [d]))
  const dd = run(dup)
  try { assert.deepEqual(dd.d, full.d) } catch (e) { console.log('dup differs', String(e).slice(0, 1500)) }
  const re = ds.map((d, i) => ({ d, k: i + (r.next() < 0.1 ? r.next() * 12 : 0) })).sort((a, b) => a.k - b.k).map((x) => x.d)
  const rd = run(re)
  try { assert.deepEqual(core(rd.d), core(full.d)); assert.deepEqual(rd.d.drivers.map(x => [x.pitStops, x.penalties, x.warnings]), full.d.drivers.map(x => [x.pitStops, x.penalties, x.warnings])) } catch (e) { console.log('reorder differs', rd.reason, String(e).slice(0, 1500)) }
  for (let k = 0; k < 6; k++) {
    const lossy = (k % 2 ? thinned : ds).filter(() => r.next() >= 0.05)
    const l = run(lossy)
    try { assert.deepEqual(core(l.d), core(full.d)) } catch (e) { console.log('loss differs', k, l.reason, String(e).slice(0, 900)) }
    console.log('loss', k, l.reason, l.d.classification, l.d.completeness.lapsMissing, 'stops', l.d.drivers.filter((x, i) => JSON.stringify(x.pitStops) !== JSON.stringify(full.d.drivers[i]?.pitStops)).length)
  }
  // time
  for (let k = 0; k < 2; k++) {
  const t0 = performance.now()
  const t = createTracker({})
  for (const d of ds) t.push(d.bytes, d.atMs)
  const us = ((performance.now() - t0) * 1000) / ds.length
  const s = t.current
  console.log('push us', us.toFixed(2), 'packets/s of stream', (ds.length / ((ds.at(-1)!.atMs - ds[0]!.atMs) / 1000)).toFixed(0))
  const t2 = performance.now(); for (const d of ds) createThinner; const th2 = createThinner(); for (const d of ds) th2.push(d.bytes, d.atMs)
  console.log('thin us', (((performance.now() - t2) * 1000) / ds.length).toFixed(2))
  const t3 = createTracker({}); for (const d of ds.slice(0, ds.length / 2)) t3.push(d.bytes, d.atMs)
  const c = t3.current; if (c) { const t1 = performance.now(); for (let i = 0; i < 2000; i++) sessionDetail(c, id); console.log('detail us', (performance.now() - t1) / 2) }
  }
}
