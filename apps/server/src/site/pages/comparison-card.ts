import {
  type LapReference,
  parseLapReferences,
  writeLapReferences,
} from '@pitboard/contract/comparison/lap-reference'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { Language } from '@pitboard/contract/words/languages'
import { TEXTS } from '../../messages/catalogue.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { PageHead } from '../../platform/html/page.ts'
import { describeLapDetails } from '../../racing/traces/describe-laps.ts'
import { findRecordedSession } from '../../racing/sessions/store/session-queries.ts'
import { formatTime } from './format-time.ts'

interface CardLap {
  /** It is the name of the driver, or the number of the car where the game hides the name. */
  readonly name: string
  readonly colour: string
  readonly lapNum: number
  readonly lapTimeMs: number | null
  /** This is the gap to the first lap; null if either time is unknown. */
  readonly gapMs: number | null
}

/** The head and the picture of a comparison show this. */
export interface ComparisonCard {
  readonly trackName: string
  readonly outline: RecordedSession['trackOutline']
  /** Two to four laps are of one track, the reference first. */
  readonly laps: readonly CardLap[]
  /** An address names the laps like this. */
  readonly address: string
}

/** Returns undefined for an address with fewer than two laps of one track that everyone may see. */
export async function findComparisonCard(
  db: Db,
  address: string,
): Promise<ComparisonCard | undefined> {
  const sessions = new Map<string, RecordedSession | null>()
  const found: { reference: LapReference; session: RecordedSession; lap: CardLap }[] = []
  for (const reference of parseLapReferences(address)) {
    const { sessionId, driverIdx, lap: lapNum } = reference
    if (!sessions.has(sessionId)) sessions.set(sessionId, await findRecordedSession(db, sessionId))
    const session = sessions.get(sessionId)
    const details = session ? describeLapDetails(session, { driverIdx, lapNum }, null) : null
    if (!session || !details) continue
    if (found[0] && found[0].session.trackId !== session.trackId) continue
    const { name, teamColour, lapTimeMs } = details
    const firstMs = found[0] ? found[0].lap.lapTimeMs : lapTimeMs
    const lap = {
      name: name || `#${driverIdx + 1}`,
      colour: teamColour,
      lapNum,
      lapTimeMs,
      gapMs: lapTimeMs === null || firstMs === null ? null : lapTimeMs - firstMs,
    }
    found.push({ reference, session, lap })
  }
  const [first] = found
  if (!first || found.length < 2) return undefined
  return {
    trackName: first.session.trackName,
    outline: first.session.trackOutline,
    laps: found.map(({ lap }) => lap),
    address: writeLapReferences(found.map(({ reference }) => reference)),
  }
}

export function comparisonHead(
  { trackName, laps, address }: ComparisonCard,
  language: Language,
): PageHead {
  const t = TEXTS[language]
  const names = laps.map(({ name, lapNum: lap }) => t('heads.lapOfDriver', { name, lap }))
  const times = laps.map(({ name, lapTimeMs, gapMs }, index) => {
    const time = lapTimeMs === null ? '–' : formatTime(lapTimeMs)
    return `${name} ${time}${index > 0 && gapMs !== null ? ` (${gapText(gapMs)})` : ''}`
  })
  return {
    title: `${names.reduce((lap, other) => t('heads.against', { lap, other }))}: ${trackName} · Pitboard`,
    description: `${times.join(', ')}. ${t('heads.comparisonWhat')}`,
    canonicalPath: `/compare?laps=${address}`,
    picturePath: `/og/compare.png?laps=${address}`,
    indexed: false,
  }
}

/** Returns a gap such as "+0.377" or "-0.120" in seconds. */
export function gapText(gapMs: number): string {
  return `${gapMs < 0 ? '−' : '+'}${(Math.abs(gapMs) / 1000).toFixed(3)}`
}
