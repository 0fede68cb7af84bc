import type { AppContext } from '@pitboard/server/context'
import { ApiException } from '@pitboard/contract/wire/client'
import { followLiveRaces } from './follow-live-race.ts'
import { type DemoAccount, openAccount, ORGANISER } from './open-account.ts'
import { prepareLeague } from './prepare-league.ts'
import { prepareNextSeason } from './prepare-next-season.ts'
import { prepareRoster } from './prepare-roster.ts'
import { decide, fillRounds, prepareSeason, publishStandings } from './prepare-season.ts'
import { reportIncident } from './report-incident.ts'
import type { Driver } from './seed-driver.ts'

interface Demo {
  readonly url: string
  readonly context: AppContext
  readonly driver: Driver
  readonly signal: AbortSignal
  /** League and season can be looked at; their rounds follow. */
  onOpen(championship: Championship): void
  /** Everything is there, and the live race is followed from now on. */
  onComplete(): void
}

interface Championship {
  readonly leagueId: string
  readonly seasonId: string
  readonly organiser: DemoAccount
}

/**
 * Makes a league with a season around the live race through the public API. Each step looks for what is there, so that
 * a later start only adds what an earlier one could not.
 */
export async function runChampionship({ onOpen, onComplete, ...demo }: Demo): Promise<void> {
  const { url, context, driver, signal } = demo
  const [organiser, ...drivers] = await runStep('the accounts', () =>
    Promise.all([
      openAccount(url, context, ORGANISER),
      openAccount(url, context, {
        email: 'ida@demo.example',
        username: 'Ida Lund',
        role: 'driver',
      }),
      openAccount(url, context, {
        email: 'tomas@demo.example',
        username: 'Tomas Vega',
        role: 'other driver',
      }),
    ]),
  )
  const { call } = organiser
  const league = await runStep('the league', () => prepareLeague(organiser))
  const season = await runStep('the season', () => prepareSeason(call, league))
  onOpen({ leagueId: league.id, seasonId: season.id, organiser })
  const destination = { url, key: driver.key, signal }
  await runStep('the rounds', () => fillRounds(call, season, destination))
  await runStep('the roster', () => prepareRoster(call, season))
  await runStep('the steward decisions', () => decide(call, season.id))
  await runStep('the publication', () => publishStandings(call, season.id))
  // A live race is no part of what is published: it joins afterwards.
  const followed = { call, seasonId: season.id, userId: driver.userId, signal }
  const following = runStep('the live race in the season', () => followLiveRaces(followed))
  const rest = async () => {
    await runStep('the report', () => reportIncident(organiser, drivers[0], season))
    await runStep('the next season', () => prepareNextSeason(call, league, season, drivers))
    onComplete()
  }
  await Promise.all([following, rest()])
}

async function runStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiException) return `${error.status} ${error.result?.detail ?? error.body}`
  return error instanceof Error ? error.message : String(error)
}
