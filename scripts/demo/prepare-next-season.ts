import { randomUUID } from 'node:crypto'
import type { League } from '@pitboard/contract/leagues/league'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import { signUps } from '@pitboard/contract/sign-ups/sign-ups'
import type { Call } from '@pitboard/contract/wire/client'
import { itemAt } from '@pitboard/contract/wire/item-at'
import { CURRENT_TRACK_ID, NEXT_TRACK_ID, PAST_ROUNDS, TIERS } from './calendar.ts'
import type { DemoAccount } from './open-account.ts'
import { sundayEvening } from './prepare-season.ts'

const NAME = 'Sunday Cup, season 2'
const BEGINS_WEEKS = 5
const CLOSES_WEEKS = 3

/**
 * Prepares the season after this one, for which drivers sign up now: with the rules of this one, its tracks on Sundays
 * from five weeks on, and a place for the first of the drivers.
 */
export async function prepareNextSeason(
  call: Call,
  { id: leagueId }: League,
  { id: seasonId }: Season,
  drivers: readonly DemoAccount[],
): Promise<void> {
  const known = await call(seasons.ofLeague, { params: { leagueId } })
  const next =
    known.find(({ name }) => name === NAME) ??
    (await call(seasons.create, {
      body: {
        name: NAME,
        leagueId,
        copyOf: { seasonId, parts: ['points', 'rules'] },
      },
    }))
  const params = { seasonId: next.id }
  if (next.events.length === 0) {
    const tracks = [...PAST_ROUNDS.map(({ trackId }) => trackId), CURRENT_TRACK_ID, NEXT_TRACK_ID]
    const events = tracks.map((track, week) => ({
      track,
      startsAt: sundayEvening(BEGINS_WEEKS + week),
    }))
    await call(seasons.addEvents, { params, body: { events } })
  }
  if ((await call(signUps.season, { params })).form === null) {
    await call(signUps.updateForm, { params, body: signUpForm() })
  }
  for (const [index, driver] of drivers.entries()) {
    const { own, ownTag } = await driver.call(signUps.season, { params })
    if (own !== null) continue
    const body = {
      name: driver.username,
      tier: itemAt(TIERS, index % TIERS.length),
      platformId: null,
      answers: [],
    }
    const { id } = await driver.call(signUps.signUp, { params, body, ifMatch: `"${ownTag}"` })
    const isFirst = index === 0
    if (isFirst)
      await call(signUps.decide, {
        params: { ...params, signUpId: id },
        body: { status: 'accepted' },
      })
  }
}

function signUpForm() {
  return {
    opensAt: null,
    closesAt: sundayEvening(CLOSES_WEEKS),
    needsApproval: true,
    capacity: null,
    tiers: TIERS.map((name) => ({ name, capacity: 10 })),
    questions: [
      {
        id: randomUUID(),
        label: 'Which Sundays can you not race?',
        kind: 'text' as const,
        choices: [],
        isRequired: false,
      },
    ],
    note: 'Ten seats in each tier. Newcomers begin in Silver; the three best of a season are promoted.',
  }
}
