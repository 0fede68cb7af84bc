import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionDetail } from '@pitboard/contract/sessions/session'
import { sampleOfRuns } from '@pitboard/contract/testing/sample'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { dumps, lengthPrefixed, singleDatagrams, withoutCaptures } from '../../testing/captures.ts'
import { decodeDatagram } from '../decode.ts'
import { detailOf, play } from '../../testing/play.ts'

/** The dumps are in the order of packet ids, but what opens a session must come first. */
const opening = ['session', 'participants']

function inOrder(dump: string): Uint8Array[] {
  return lengthPrefixed(dump).toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf(bytes: Uint8Array): number {
  const place = opening.indexOf(decodeDatagram(bytes).kind)
  return place < 0 ? opening.length : place
}

test('real dumps go through the tracker', { skip: withoutCaptures }, () => {
  for (const dump of dumps) {
    const sent = inOrder(dump).map((bytes, i) => ({ bytes, atMs: i * 100 }))
    const { opened, rejected, tracker } = play(sent)
    tracker.finish(100_000)
    assert.deepEqual(rejected, [])
    assert.equal(opened.length, 1)
    const detail = detailOf(opened[0])
    assert.ok(detail.drivers.length > 0, dump)
  }
})

test('a real race’s classification gives its result', { skip: withoutCaptures }, () => {
  const race = singleDatagrams().filter(({ name }) => name.startsWith('11bthornton'))
  const firstSession = race.filter(({ name }) => name.includes('__Session.'))
  const sent = [...firstSession, ...race].map(({ bytes }, i) => ({ bytes, atMs: i }))
  const { opened, tracker } = play(sent)
  tracker.finish(1_000)
  const detail = detailOf(opened[0])
  assert.equal(detail.trackName, 'Monza')
  assert.equal(detail.gameVersion, 2025)
  assert.ok(detail.drivers.every((driver) => driver.name !== ''))
})

test(
  'R2 damaged real datagrams never throw, and the view fulfils the contract',
  { skip: withoutCaptures },
  () => {
    const real = [...singleDatagrams().map(({ bytes }) => bytes), ...dumps.flatMap(lengthPrefixed)]
    const damage = fc.array(fc.tuple(fc.nat(1459), fc.nat(255)), { minLength: 1, maxLength: 12 })
    const damaged = fc.tuple(fc.constantFrom(...real), damage).map(([bytes, changes]) => {
      const copy = Uint8Array.from(bytes)
      for (const [at, value] of changes) if (at < copy.length && at > 6) copy[at] = value
      // All packets get the UID of one session, so that they reach the reducer.
      copy.fill(1, 7, 15)
      return { bytes: copy, atMs: 1 }
    })
    fc.assert(
      fc.property(fc.array(damaged, { maxLength: 60 }), (datagrams) => {
        const intact = real.map((bytes) => ({
          bytes: Uint8Array.from(bytes).fill(1, 7, 15),
          atMs: 0,
        }))
        const { opened, tracker } = play([...intact, ...datagrams])
        for (const session of opened) assert.ok(Value.Check(SessionDetail, detailOf(session)))
        tracker.finish(2)
        assert.ok(opened.length > 0)
      }),
      sampleOfRuns(60, 20),
    )
  },
)
