import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { setAttachmentHeader } from '../../platform/http/attachment-header.ts'
import { setAnswerTag, versionTag } from '../../platform/http/etags.ts'
import { toCalendarFile } from './calendar-file.ts'
import { driversCsv, teamsCsv } from './standings-csv.ts'
import type { SeasonViews } from './view/season-views.ts'

/** The season's page as files. */
export function addExports(
  app: FastifyInstance,
  { publicUrl }: AppContext,
  views: SeasonViews,
): void {
  route(app, seasonManagement.export, async ({ user, params: { id }, query, reply }) => {
    const { season } = await views.get(id, user)
    const { format = 'csv', table = 'drivers' } = query
    reply.headers({ 'cache-control': 'no-cache', vary: 'authorization' })
    setAttachmentHeader(reply, `${season.name} ${format === 'json' ? 'standings' : table}`, format)
    if (format === 'json') {
      const { standings, pointsSystem, adjustments, publication, isLive } = season
      const head = { id, name: season.name, updatedAt: season.updatedAt, isLive, publication }
      const file = { ...head, pointsSystem, adjustments, events: season.events, standings }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(file, null, 2))
    }
    const csv = table === 'drivers' ? driversCsv(season) : teamsCsv(season)
    return reply.type('text/csv; charset=utf-8').send(csv)
  })

  route(app, seasonManagement.calendar, async ({ user, params: { id }, request, reply }) => {
    const { season } = await views.get(id, user)
    const text = toCalendarFile(season, { publicUrl: publicUrl() })
    if (setAnswerTag(request, reply, versionTag(season.version, text))) return reply.send()
    setAttachmentHeader(reply, season.name, 'ics')
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
