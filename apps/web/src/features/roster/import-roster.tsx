import { type Roster, type RosterUpdate, rosters } from '@pitboard/contract/roster/roster'
import type { Season } from '@pitboard/contract/seasons/season'
import { newId } from '../../changes/new-id.ts'
import { call } from '../../api/call.ts'
import { ImportForm } from '../import/import-form.tsx'
import type { ImportRow } from '../import/import-rows.ts'
import { matchName } from '../import/match-name.ts'
import { useText } from '../../messages/use-text.ts'
import { newDriver, toUpdate } from './roster-update.ts'
import { useEditedSeason } from '../season/edited-season.ts'
import { teamColour } from '../../timing/team-colours.ts'

const USED = ['name', 'carNumber', 'team', 'platformId'] as const

interface ImportRosterProps {
  readonly roster: Roster
}

/** Imports drivers with teams, numbers and names in the game, from a table of another tool. */
export function ImportRoster({ roster }: ImportRosterProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const known = new Set([
    ...roster.drivers.map(({ name }) => name),
    ...season.standings.drivers.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
  ])
  return (
    <ImportForm
      label={t('importing.rosterTitle')}
      example={t('importing.rosterExample')}
      used={USED}
      subject="name"
      known={[...known]}
      note={t('importing.rosterNote')}
      onApply={async (rows) => {
        const params = { seasonId: season.id }
        const body = mergeRoster(roster, rows, season)
        await edit.run((ifMatch) => call(rosters.update, { params, body, ifMatch }), {
          done: t('importing.rosterDone', { count: rows.length }),
          seen: roster.version,
        })
      }}
    />
  )
}

/** Replaces what is in the roster by what the table has; what it leaves empty stays, as do other drivers. */
function mergeRoster(
  roster: Roster,
  rows: readonly ImportRow[],
  { standings }: Pick<Season, 'standings'>,
): RosterUpdate {
  const { teams: before, drivers: entered } = toUpdate(roster)
  const teams = [...before]
  const drivers = [...entered]
  for (const row of rows) {
    const teamId = row.team === '' ? null : findTeam(row.team).id
    const at = drivers.findLastIndex(({ name }) => name === row.mappedTo)
    const driver = drivers[at] ?? newDriver(row.mappedTo)
    drivers[at === -1 ? drivers.length : at] = {
      ...driver,
      carNumber: row.carNumber ?? driver.carNumber,
      teamId: teamId ?? driver.teamId,
      platformId: row.platformId === '' ? driver.platformId : row.platformId,
    }
  }
  return { teams, drivers }

  function findTeam(name: string) {
    const match = matchName(
      name,
      teams.map((team) => team.name),
    )
    const team = teams.find((one) => one.name === match)
    if (team) return team
    const shown = standings.teams.find((one) => one.name === name)?.teamColour
    const colour = shown || teamColour(teams.length)
    const added = { id: newId(), name, colour }
    teams.push(added)
    return added
  }
}
