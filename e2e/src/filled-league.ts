import { leagues } from '@pitboard/contract/leagues/league'
import { leaguePictures } from '@pitboard/contract/leagues/league-pictures'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import {
  type AdjustmentCreate,
  seasonManagement,
} from '@pitboard/contract/seasons/season-management'
import { Track } from '@pitboard/contract/wire/enumerations'
import { createRace } from '@pitboard/sim/race'
import type { SessionKind } from '@pitboard/sim/setup/situations'
import type { Person } from './person.ts'
import type { Pitboard } from './pitboard.ts'
import { captureOf, uploadCapture } from './upload-capture.ts'

const HOUR_MS = 60 * 60 * 1000
const WEEKENDS: readonly { readonly track: number; readonly kinds: readonly SessionKind[] }[] = [
  { track: Track.Zandvoort, kinds: ['shortQualifying', 'race'] },
  { track: Track.Silverstone, kinds: ['sprint', 'race'] },
]
const DECISIONS: readonly Pick<AdjustmentCreate, 'kind' | 'seconds' | 'points' | 'reason'>[] = [
  { kind: 'timePenalty', seconds: 5, reason: 'Left the track in turn 3 of lap 4.' },
  { kind: 'disqualification', reason: 'Drove with a driving aid that is forbidden.' },
  { kind: 'points', points: -3, reason: 'Missed the briefing for the second time.' },
  { kind: 'timePenalty', seconds: 10, reason: 'Caused a collision in turn 5 of lap 2.' },
]
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface FilledLeague {
  readonly leagueId: string
  readonly season: Season
}

/**
 * Creates a league with pictures and a season with recorded weekends, decisions of which the last is revoked, and
 * published standings. The recorder key is the organiser's.
 */
export async function fillLeague(
  { call }: Pick<Person, 'call'>,
  server: Pick<Pitboard, 'url' | 'key'>,
): Promise<FilledLeague> {
  const { id: leagueId } = await call(leagues.create, {
    body: { name: 'Sunday Cup', isPublic: true, thumbnailBase64: PIXEL },
  })
  await call(leaguePictures.banner.set, { params: { leagueId }, body: { bannerBase64: PIXEL } })
  const { id: seasonId } = await call(seasons.create, {
    body: { name: 'Season 1', leagueId, pointsSystem: { preset: 'f1-2022' } },
  })
  const startMs = Date.now() - WEEKENDS.length * 24 * HOUR_MS
  for (const [index, { track, kinds }] of WEEKENDS.entries()) {
    const startsAtMs = startMs + index * 24 * HOUR_MS
    const { events } = await call(seasons.addEvents, {
      params: { seasonId },
      body: { events: [{ track, startsAt: new Date(startsAtMs).toISOString() }] },
    })
    const event = events.find((one) => one.track === track)
    if (!event) throw new Error(`The season has no event at the track ${track}`)
    const capture = captureOf(driveWeekend(index, track, kinds), startsAtMs)
    const sessionIds = await uploadCapture(server, capture)
    await call(seasons.addSessions, {
      params: { seasonId, eventId: event.id },
      body: { sessionIds },
    })
  }
  await decide(call, seasonId)
  const season = await call(seasonManagement.publish, {
    params: { seasonId },
    body: { status: 'official', note: 'All decisions are final.' },
  })
  return { leagueId, season }
}

/** Drives without telemetry, of which traces would be made at a moment that nobody knows. */
function* driveWeekend(index: number, trackId: number, kinds: readonly SessionKind[]) {
  const numbering = kinds.includes('sprint') ? 'sprintIsRace' : 'raceIsRace'
  const link = 200_000 + index * 10
  for (const [place, kind] of kinds.entries()) {
    const race = createRace({
      seed: link + place,
      fieldSeed: 7,
      trackId,
      kind,
      laps: 3,
      rateHz: 20,
      lean: true,
      weekend: {
        link,
        sessionLink: link + kinds.length + place,
        kinds,
        numbering,
        isFullyRecorded: true,
      },
    })
    for (const { atMs, bytes } of race.datagrams()) yield { atMs: place * HOUR_MS + atMs, bytes }
  }
}

async function decide(call: Person['call'], seasonId: string): Promise<void> {
  const { events } = await call(seasons.get, { params: { id: seasonId } })
  const races = events.flatMap(({ sessions }) =>
    sessions.filter(({ role }) => role !== 'qualifying'),
  )
  for (const [index, decision] of DECISIONS.entries()) {
    const sessionId = races[index % races.length]?.session.id
    if (!sessionId) throw new Error('The season has no race')
    const body = { ...decision, sessionId, driverIdx: index }
    const { adjustments } = await call(seasonManagement.adjust, { params: { seasonId }, body })
    const made = adjustments.find(({ reason }) => reason === decision.reason)
    if (index < DECISIONS.length - 1 || !made) continue
    await call(seasonManagement.revokeAdjustment, {
      params: { seasonId, adjustmentId: made.id },
      body: { reason: 'The replay shows a racing incident.' },
    })
  }
}
