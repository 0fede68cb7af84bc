import { resultCode } from '@pitboard/contract/wire/enumerations'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Result } from '@pitboard/contract/seasons/standings'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { type Cell, toCsv } from '../../platform/http/csv.ts'

/** The drivers' table with a column for each session that counts. */
export function driversCsv({ standings, events }: Season): string {
  const columns = events.flatMap((event, index) => {
    const counted = event.sessions.filter(({ role }) => role !== 'practice')
    return counted.map(({ session, role }, at) => {
      const before = counted.slice(0, at).filter((other) => other.role === role).length
      const title = `${index + 1} ${event.name || trackName(event.track)} ${role}`
      return { id: session.id, title: before === 0 ? title : `${title} ${before + 1}` }
    })
  })
  const head = ['Position', 'Driver', 'Team', 'Points', 'Wins', 'Podiums', 'Poles', 'Fastest laps']
  const rows = standings.drivers.map((driver) => [
    ...[driver.position, driver.name, driver.team, driver.points],
    ...[driver.wins, driver.podiums, driver.poles, driver.fastestLaps],
    ...columns.map(({ id }) => resultCells(driver.results.filter((one) => one.sessionId === id))),
  ])
  return toCsv([[...head, ...columns.map(({ title }) => title)], ...rows])
}

export function teamsCsv({ standings, events }: Season): string {
  const columns = events.map(
    ({ name, track }, index) => `Points after ${index + 1} ${name || trackName(track)}`,
  )
  const head = ['Position', 'Team', 'Drivers', 'Points', 'Wins', 'Podiums', 'Poles', 'Fastest laps']
  const rows = standings.teams.map((team) => [
    ...[team.position, team.name, team.drivers.join(', '), team.points],
    ...[team.wins, team.podiums, team.poles, team.fastestLaps],
    ...team.progression,
  ])
  return toCsv([[...head, ...columns], ...rows])
}

/** A driver of several cars in a session has all their results. */
function resultCells(results: readonly Result[]): Cell {
  const [only, another] = results
  if (!another) return only ? resultCell(only) : null
  return results.map(resultCell).join(' / ')
}

/** The position, with points in brackets. */
function resultCell(result: Result): Cell {
  const place = resultCode(result.resultStatus) ?? result.position ?? ''
  if (result.points === 0) return place
  return `${place} (${result.points}${result.dropped ? ' dropped' : ''})`
}
