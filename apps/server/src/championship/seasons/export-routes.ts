import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { setAttachmentHeader } from '../../platform/http/headers.ts'
import { setAnswerTag, versionTag } from '../../platform/http/etags.ts'
import { type CalendarFileEvent, toCalendarFile } from './calendar-file.ts'
import type { SeasonViews } from './view/season-views.ts'
import { resultCode } from '@pitboard/contract/wire/enumerations'
import { completePoints } from '@pitboard/contract/seasons/points-presets'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Result } from '@pitboard/contract/seasons/standings'
import { seasonOfTier } from '@pitboard/contract/seasons/tiers'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { type Cell, toCsv } from '../../platform/http/csv.ts'
import { type SheetTable, workbookOf, XLSX_TYPE } from '../../platform/http/workbook.ts'

/** The season's page can be downloaded as files. */
export function addExports(
  app: FastifyInstance,
  { publicUrl }: AppContext,
  views: SeasonViews,
): void {
  route(app, seasonManagement.export, async ({ user, params: { seasonId: id }, query, reply }) => {
    const { season: whole } = await views.get(id, user)
    const { format = 'csv', table = 'drivers', tier } = query
    const season = tier === undefined ? whole : ofTier(whole, tier)
    reply.headers({ 'cache-control': 'no-cache', vary: 'authorization' })
    const title = [season.name, tier, format === 'csv' ? table : 'standings']
    setAttachmentHeader(reply, title.filter((part) => part !== undefined).join(' '), format)
    if (format === 'json') {
      const { standings, pointsSystem, startingPoints, adjustments, publication, isLive } = season
      const head = { id, name: season.name, updatedAt: season.updatedAt, isLive, publication }
      const file = {
        ...head,
        pointsSystem,
        startingPoints,
        adjustments,
        events: season.events,
        standings,
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(file, null, 2))
    }
    if (format === 'xlsx') {
      const tables = [driversTable(season), teamsTable(season)]
      return reply.type(XLSX_TYPE).send(await workbookOf(tables))
    }
    const { rows } = table === 'drivers' ? driversTable(season) : teamsTable(season)
    return reply.type('text/csv; charset=utf-8').send(toCsv(rows))
  })

  route(
    app,
    seasonManagement.calendar,
    async ({ user, params: { seasonId: id }, request, reply }) => {
      const { season } = await views.get(id, user)
      const text = toCalendarFile(season.name, datedEvents(season), publicUrl())
      if (setAnswerTag(request, reply, versionTag(season.version, text))) return reply.send()
      setAttachmentHeader(reply, season.name, 'ics')
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

function datedEvents({ events, ...season }: Season): CalendarFileEvent[] {
  const updatedAt = new Date(season.updatedAt)
  return events.flatMap(({ id, track, name, startsAt }) =>
    startsAt === null
      ? []
      : [{ id, track, name, startsAt: new Date(startsAt), season: { ...season, updatedAt } }],
  )
}

/** Throws a 404 for a tier that does not compete in the season. */
function ofTier(season: Season, tier: string): Season {
  if (season.tiers.includes(tier)) return seasonOfTier(season, tier)
  throw new ApiError(404, `There is no tier "${tier}" in the standings of this season.`)
}

/** Writes the drivers' table with a column for each session that counts. */
function driversTable({ standings, events, pointsSystem }: Season): SheetTable {
  const hasMinimum = completePoints(pointsSystem).minimumStarts > 0
  const isVoted = standings.drivers.some(({ results }) => countOfTheDay(results) > 0)
  const columns = events.flatMap((event, index) => {
    const counted = event.sessions.filter(({ role }) => role !== 'practice')
    return counted.map(({ session, role }, at) => {
      const before = counted.slice(0, at).filter((other) => other.role === role).length
      const title = `${index + 1} ${event.name || trackName(event.track)} ${role}`
      return { id: session.id, title: before === 0 ? title : `${title} ${before + 1}` }
    })
  })
  const fixed = ['Position', 'Driver', 'Team', 'Points', 'Wins', 'Podiums', 'Poles', 'Fastest laps']
  const head = [
    ...fixed,
    ...(isVoted ? ['Driver of the day'] : []),
    ...(hasMinimum ? ['Missing starts'] : []),
  ]
  const rows = standings.drivers.map((driver) => [
    driver.position,
    driver.name,
    driver.team,
    driver.points,
    driver.wins,
    driver.podiums,
    driver.poles,
    driver.fastestLaps,
    ...(isVoted ? [countOfTheDay(driver.results)] : []),
    ...(hasMinimum ? [driver.missingStarts ?? 0] : []),
    ...columns.map(({ id }) => resultCells(driver.results.filter((one) => one.sessionId === id))),
  ])
  return { name: 'Drivers', rows: [[...head, ...columns.map(({ title }) => title)], ...rows] }
}

function countOfTheDay(results: readonly Result[]): number {
  return results.filter(({ driverOfTheDay }) => driverOfTheDay).length
}

function teamsTable({ standings, events }: Season): SheetTable {
  const columns = events.map(
    ({ name, track }, index) => `Points after ${index + 1} ${name || trackName(track)}`,
  )
  const head = ['Position', 'Team', 'Drivers', 'Points', 'Wins', 'Podiums', 'Poles', 'Fastest laps']
  const rows = standings.teams.map((team) => [
    team.position,
    team.name,
    team.drivers.join(', '),
    team.points,
    team.wins,
    team.podiums,
    team.poles,
    team.fastestLaps,
    ...team.progression,
  ])
  return { name: 'Teams', rows: [[...head, ...columns], ...rows] }
}

/** A driver of several cars in a session has all their results. */
function resultCells(results: readonly Result[]): Cell {
  const [only, another] = results
  if (!another) return only ? resultCell(only) : null
  return results.map(resultCell).join(' / ')
}

/** Writes the position, with points in brackets. */
function resultCell(result: Result): Cell {
  const place = resultCode(result.resultStatus) ?? result.position ?? ''
  if (result.points === 0) return place
  return `${place} (${result.points}${result.dropped ? ' dropped' : ''})`
}
