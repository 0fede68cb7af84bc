import { randomUUID } from 'node:crypto'
import { rosters } from '@pitboard/contract/roster/roster'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Driver } from '@pitboard/contract/sessions/driver'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { Call } from '@pitboard/contract/wire/client'
import { TIERS } from './calendar.ts'

/** Gives the drivers of the recorded rounds their teams and tiers, unless the season has a roster. */
export async function prepareRoster(call: Call, { id: seasonId }: Season): Promise<void> {
  const params = { seasonId }
  const { drivers: known } = await call(rosters.get, { params })
  if (known.length > 0) return
  const { events } = await call(seasons.get, { params: { id: seasonId } })
  const race = events.flatMap((event) => event.sessions).find(({ role }) => role === 'race')
  if (!race) throw new Error('no race of the season is recorded')
  const { drivers } = await call(sessions.get, { params: { id: race.session.id } })
  await call(rosters.update, { params, body: rosterOf(drivers) })
}

function rosterOf(drivers: readonly Driver[]) {
  const teams = Array.from(
    Map.groupBy(drivers, ({ team }) => team),
    ([name, [first]]) => ({ id: randomUUID(), name, colour: first?.teamColour ?? '#808080' }),
  )
  return {
    teams,
    drivers: drivers.map(({ name, carNumber, team }, index) => ({
      id: randomUUID(),
      name,
      carNumber,
      teamId: teams.find((one) => one.name === team)?.id ?? null,
      tier: TIERS[isFirstOfTeam(drivers, index) ? 0 : 1],
    })),
  }
}

function isFirstOfTeam(drivers: readonly Driver[], index: number): boolean {
  return drivers.findIndex(({ team }) => team === drivers[index]?.team) === index
}
