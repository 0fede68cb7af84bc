import type { League } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { Season, SeasonCreate } from '@pitboard/contract/seasons/season'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { Call } from '@pitboard/contract/wire/client'
import {
  CURRENT_TRACK_ID,
  type Decision,
  DECISIONS,
  NEXT_TRACK_ID,
  PAST_ROUNDS,
  type PastRound,
  TIERS,
} from './calendar.ts'
import { type Destination, driveRound, uploadCapture } from './record-round.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS
/** Day 0 of Unix time is a Thursday. */
const FIRST_SUNDAY_EVENING_MS = 3 * DAY_MS + 19 * 60 * 60 * 1000

/**
 * Finds the first season of the league, or creates it; adds the events that it lacks. The current round
 * starts now, and the next one later.
 */
export async function prepareSeason(
  call: Call,
  { id: leagueId }: League,
  fields: Pick<SeasonCreate, 'tiers'> = { tiers: [...TIERS] },
): Promise<Season> {
  const known = await call(seasons.ofLeague, { params: { leagueId } })
  // The newest is the first, and the demo may have made one for the time after this one.
  const season =
    known.at(-1) ??
    (await call(seasons.create, {
      body: {
        name: 'Sunday Cup, season 1',
        leagueId,
        pointsSystem: { preset: 'f1-2022' },
        ...fields,
      },
    }))
  const past = PAST_ROUNDS.map(({ trackId, weeksFromNow }) => ({
    track: trackId,
    startsAt: sundayEvening(weeksFromNow),
  }))
  const ahead = [
    { track: CURRENT_TRACK_ID, startsAt: new Date().toISOString() },
    { track: NEXT_TRACK_ID, startsAt: sundayEvening(1) },
  ]
  const seasonId = season.id
  for (const { track, startsAt } of ahead) {
    const event = season.events.find((known) => known.track === track)
    if (!event || Date.parse(event.startsAt ?? '') > Date.now()) continue
    const params = { seasonId, eventId: event.id }
    await call(seasons.updateEvent, { params, body: { startsAt } })
  }
  const events = [...past, ...ahead].filter(
    ({ track }) => !season.events.some((known) => known.track === track),
  )
  if (events.length === 0) return season
  return call(seasons.addEvents, { params: { seasonId }, body: { events } })
}

export function sundayEvening(weeksFromNow: number): string {
  const weeks = Math.floor((Date.now() - FIRST_SUNDAY_EVENING_MS) / WEEK_MS) + weeksFromNow
  return new Date(FIRST_SUNDAY_EVENING_MS + weeks * WEEK_MS).toISOString()
}

/**
 * Records and links the sessions of the rounds whose events lack them. The next round is driven while the one
 * before is read: a user uploads one file at a time.
 */
export async function fillRounds(
  call: Call,
  season: Season,
  destination: Destination,
  past: readonly PastRound[] = PAST_ROUNDS,
): Promise<void> {
  const rounds = past.flatMap((round) => {
    const event = season.events.find(({ track }) => track === round.trackId)
    if (!event || event.sessions.length >= round.sessions.length) return []
    const startMs = Date.parse(event.startsAt ?? sundayEvening(round.weeksFromNow))
    const capture = driveRound(round, startMs, destination.signal)
    // The error is handled where the capture is awaited.
    capture.catch(() => {})
    return { event, capture }
  })
  for (const { event, capture } of rounds) {
    await fillEvent(call, season, event, await uploadCapture(await capture, destination))
  }
}

async function fillEvent(
  call: Call,
  { id: seasonId }: Season,
  event: Season['events'][number],
  recorded: readonly string[],
): Promise<void> {
  const sessionIds = recorded.filter(
    (id) => !event.sessions.some(({ session }) => session.id === id),
  )
  if (sessionIds.length === 0) return
  await call(seasons.addSessions, {
    params: { seasonId, eventId: event.id },
    body: { sessionIds },
  })
}

/** Makes the decisions that the season lacks. */
export async function decide(call: Call, id: string): Promise<void> {
  for (const decision of DECISIONS) {
    let season = await call(seasons.get, { params: { id } })
    const { reason, revokedReason } = decision
    if (!season.adjustments.some((adjustment) => adjustment.reason === reason)) {
      const body = await describeAdjustment(call, season, decision)
      if (body === null) continue
      season = await call(seasonManagement.adjust, { params: { seasonId: id }, body })
    }
    const made = season.adjustments.find((adjustment) => adjustment.reason === reason)
    if (!made || revokedReason === null || made.revokedAt !== null) continue
    await call(seasonManagement.revokeAdjustment, {
      params: { seasonId: id, adjustmentId: made.id },
      body: { reason: revokedReason },
    })
  }
}

/** Returns null if the session or the car is no longer there. */
async function describeAdjustment(call: Call, { events }: Season, decision: Decision) {
  const { trackId, role, position, revokedReason: _, ...terms } = decision
  const event = events.find(({ track }) => track === trackId)
  const linked = event?.sessions.find((session) => session.role === role)
  if (!linked) return null
  const { id: sessionId } = linked.session
  const { drivers } = await call(sessions.get, { params: { id: sessionId } })
  const car = drivers.find(({ finishingPosition }) => finishingPosition === position)
  return car ? { ...terms, sessionId, driverIdx: car.driverIdx } : null
}

/** Publishes the standings of the recorded rounds, unless that has been done. */
export async function publishStandings(call: Call, id: string): Promise<void> {
  const { publication } = await call(seasons.get, { params: { id } })
  if (publication !== null) return
  const note = `After round ${PAST_ROUNDS.length}. All decisions are final.`
  await call(seasonManagement.publish, {
    params: { seasonId: id },
    body: { status: 'official', note },
  })
}
