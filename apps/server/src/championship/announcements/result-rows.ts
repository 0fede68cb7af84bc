import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Season } from '@pitboard/contract/seasons/season'
import { driversByTier } from '@pitboard/contract/seasons/tiers'
import type { Language } from '@pitboard/contract/words/languages'
import { TEXTS } from '../../messages/catalogue.ts'

const ROWS_MAX = 30
/** A text has this many rows of a result: people do not read more in a message. */
const ROWS_IN_TEXT = 10

export type ResultRow = Announcement['results'][number]

export function standingsOf({ standings }: Season): ResultRow[] {
  const tables = driversByTier(standings).map(({ tier, drivers }) =>
    drivers.map(({ position, name, team, points }) => ({
      position,
      name,
      team,
      points,
      ...(tier !== null && { tier }),
    })),
  )
  return firstOfEach(tables, ROWS_MAX)
}

/** Lists the rows in the order of the result, tier by tier. */
export function resultsOf({ standings }: Season, sessionId: string): ResultRow[] {
  const tables = driversByTier(standings).map(({ drivers }) =>
    drivers
      .flatMap(({ name, results }) =>
        results
          .filter((result) => result.sessionId === sessionId)
          .map(({ position, team, points, tier }) => ({
            position,
            name,
            team,
            points,
            ...(tier !== undefined && { tier }),
          })),
      )
      .toSorted((a, b) => (a.position ?? ROWS_MAX + 1) - (b.position ?? ROWS_MAX + 1)),
  )
  return firstOfEach(tables, ROWS_MAX)
}

/** Writes a line for each of the first ones, below the name of their tier. */
export function listRows(rows: readonly ResultRow[], language: Language): string {
  const t = TEXTS[language]
  const tables = Array.from(Map.groupBy(rows, ({ tier }) => tier).values())
  const shown = firstOfEach(tables, ROWS_IN_TEXT)
  return shown
    .map((row, index) => {
      const place = row.position === null ? '–' : `${row.position}.`
      const points = t('counts.pointCount', { count: row.points, points: row.points })
      const line = `${place} ${row.name}${row.team && ` (${row.team})`}: ${points}`
      const isFirst = row.tier !== shown[index - 1]?.tier
      return isFirst && row.tier ? `${row.tier}\n${line}` : line
    })
    .join('\n')
}

/** Returns an equal share of the rows for each table that has any. */
function firstOfEach(tables: readonly (readonly ResultRow[])[], max: number): ResultRow[] {
  const filled = tables.filter((rows) => rows.length > 0)
  return filled.flatMap((rows) => rows.slice(0, Math.floor(max / filled.length)))
}
