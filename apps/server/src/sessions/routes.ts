import type { FastifyInstance } from 'fastify'
import { sessions, type SessionSummary } from '@pitboard/contract/session'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { knownEtags } from '../http/negotiation.ts'
import { route } from '../route.ts'
import { nameOf } from '../users/name.ts'
import { completenessOf } from './columns.ts'
import { countSessions, findDetail, listSessions, type SummaryRow } from './queries.ts'
import { sendDetail } from './send-detail.ts'

export function registerSessions(app: FastifyInstance, { db }: AppContext): void {
  route(app, sessions.list, async ({ query: { page = 1, pageSize = 20 } }) => {
    const [rows, count] = await Promise.all([
      listSessions(db, { page, pageSize }),
      countSessions(db),
    ])
    return { totalPages: Math.ceil(count / pageSize), sessions: rows.map(toSummary) }
  })

  route(app, sessions.get, async ({ params: { id }, request, reply }) => {
    const found = await findDetail(db, id, knownEtags(request))
    if (!found) throw new ApiError(404, `There is no recorded session ${id}.`)
    return sendDetail(request, reply, found)
  })
}

function toSummary(row: SummaryRow): SessionSummary {
  return {
    id: row.id,
    internalSessionId: row.internal_session_id,
    sessionId: row.game_session_id,
    userId: row.user_id,
    userName: nameOf(row),
    trackId: row.track_id,
    trackName: row.track_name,
    sessionType: row.session_type,
    numberOfLaps: row.number_of_laps,
    sessionStartTime: row.started_at.toISOString(),
    sessionEndTime: row.ended_at?.toISOString() ?? null,
    gameVersion: row.game_version,
    gameBuild: row.game_build,
    packetFormat: row.packet_format,
    isMultiplayer: row.is_multiplayer,
    seasonLinkIdentifier: row.season_link_identifier,
    weekendLinkIdentifier: row.weekend_link_identifier,
    sessionLinkIdentifier: row.session_link_identifier,
    startTrackTemp: row.start_track_temp,
    startAirTemp: row.start_air_temp,
    startWeather: row.start_weather,
    completeness: completenessOf(row),
  }
}
