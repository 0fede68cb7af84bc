import type { DriverVote } from '@pitboard/contract/seasons/driver-vote'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../history/versioned-update.ts'
import type { SeasonView } from '../seasons/view/season-views.ts'
import { classify } from '../standings/classify.ts'
import { mayBeDriverOfTheDay } from '../standings/driver-of-the-day.ts'
import { createDriverIdentifier, createResolveName } from '../standings/identify-drivers.ts'
import type { SessionInput } from '../standings/input.ts'
import { findSessionCars, namesOfUser } from '../stewards/case-cars.ts'

type View = Pick<SeasonView, 'season' | 'input'>

/**
 * Returns the votes on races of a season, or on one of them, the newest first. A race that has left the season, or is
 * no race in it any more, is left out.
 */
export async function readVotes(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { season, input }: View,
  caller: Caller | null,
  sessionId: string | null = null,
): Promise<DriverVote[]> {
  const rows = await readRows(db, season.id, caller, sessionId)
  const races = new Map(
    input.events.flatMap(({ id, sessions }) =>
      sessions
        .filter(({ role }) => role === 'race')
        .map((session) => [session.sessionId, { eventId: id, session }] as const),
    ),
  )
  const votes: DriverVote[] = []
  for (const row of rows) {
    const race = races.get(row.session_id)
    if (!race) continue
    const rule = season.driverVote
    const isOpen = rule !== null && row.counted_at === null && row.closes_at > now()
    const own = isOpen && caller ? await findOwn(db, input, race.session, caller) : NOBODY
    votes.push({
      eventId: race.eventId,
      sessionId: row.session_id,
      closesAt: row.closes_at.toISOString(),
      isOpen,
      mayVote: isOpen && caller !== null && (own.isDriver || rule.voters === 'everyone'),
      ownDriverIdx: row.driver_idx,
      drivers: listCandidates(input, race.session, {
        isCounted: row.counted_at !== null,
        ownCars: own.cars,
      }),
    })
  }
  return votes
}

async function readRows(db: Db, seasonId: string, caller: Caller | null, sessionId: string | null) {
  return db
    .selectFrom('driver_vote as vote')
    .leftJoin('driver_vote_ballot as ballot', (join) =>
      join
        .onRef('ballot.season_id', '=', 'vote.season_id')
        .onRef('ballot.session_id', '=', 'vote.session_id')
        .on('ballot.user_id', '=', caller?.userId ?? null),
    )
    .select(['vote.session_id', 'closes_at', 'counted_at', 'driver_idx'])
    .where('vote.season_id', '=', seasonId)
    .$if(sessionId !== null, (query) => query.where('vote.session_id', '=', sessionId))
    .orderBy('closes_at', 'desc')
    .orderBy('vote.session_id')
    .execute()
}

interface Own {
  /** The caller drives in the season, or drove in the race. */
  readonly isDriver: boolean
  readonly cars: ReadonlySet<number>
}

const NOBODY: Own = { isDriver: false, cars: new Set() }

async function findOwn(
  db: Db,
  input: View['input'],
  { sessionId }: SessionInput,
  { userId }: Caller,
): Promise<Own> {
  const names = namesOfUser(input, userId)
  const cars = (await findSessionCars(db, input, sessionId)).filter(
    (car) => car.userId === userId || names.includes(car.name),
  )
  return {
    isDriver: cars.length > 0 || names.length > 0,
    cars: new Set(cars.map(({ driverIdx }) => driverIdx)),
  }
}

interface Shown {
  readonly isCounted: boolean
  readonly ownCars: ReadonlySet<number>
}

function listCandidates(
  { adjustments, aliases }: View['input'],
  session: SessionInput,
  { isCounted, ownCars }: Shown,
): DriverVote['drivers'] {
  const identify = createDriverIdentifier(session, createResolveName(aliases))
  const counts = new Map(session.votes.map(({ driverIdx, votes }) => [driverIdx, votes]))
  return classify(session, adjustments)
    .filter(mayBeDriverOfTheDay)
    .map(({ car }) => ({
      driverIdx: car.driverIdx,
      name: identify(car).name,
      mayBeChosen: !ownCars.has(car.driverIdx),
      votes: isCounted ? (counts.get(car.driverIdx) ?? 0) : null,
    }))
    .toSorted((a, b) => (b.votes ?? 0) - (a.votes ?? 0))
}
