import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { RecordedRow } from '../racing/sessions/store/session-queries.ts'
import type { SessionColumns } from '../racing/sessions/store/session-columns.ts'

/** Returns a race at Silverstone, as far as its row says; `over` replaces what a test is about. */
export function sessionColumns(userId: string, over: Partial<SessionColumns> = {}): SessionColumns {
  return {
    game_session_id: '12345678901234567890',
    user_id: userId,
    track_id: 7,
    track_name: 'Silverstone',
    session_type: 10,
    number_of_laps: 52,
    started_at: new Date('2026-07-05T14:00:00.250Z'),
    ended_at: new Date('2026-07-05T15:30:00.000Z'),
    game_version: 2024,
    game_build: '1.18',
    packet_format: 2024,
    is_multiplayer: true,
    season_link_identifier: 4_294_967_295,
    weekend_link_identifier: 2,
    session_link_identifier: 3,
    start_track_temp: 31,
    start_air_temp: 22,
    start_weather: 0,
    ...over,
  }
}

export function recorded(columns: SessionColumns, document: object): RecordedRow {
  const detail = gzipSync(JSON.stringify(document))
  const detailEtag = createHash('sha256').update(detail).digest('base64url')
  return { columns, detail, detailEtag, captureKey: null }
}
