import type { Announcement } from '@pitboard/contract/leagues/announcement'
import type { Season } from '@pitboard/contract/seasons/season'
import type { Language } from '@pitboard/contract/words/languages'
import { ANNOUNCEMENT_TEXTS } from './announcement-texts.ts'

const ROWS_MAX = 30
/** A text has so many rows of a result: people do not read more in a message. */
const ROWS_IN_TEXT = 10

export type ResultRow = Announcement['results'][number]

export function standingsOf({ standings }: Season): ResultRow[] {
  return standings.drivers
    .slice(0, ROWS_MAX)
    .map(({ position, name, team, points }) => ({ position, name, team, points }))
}

/** Lists the rows in the order of the result. */
export function resultsOf({ standings }: Season, sessionId: string): ResultRow[] {
  return standings.drivers
    .flatMap(({ name, results }) =>
      results
        .filter((result) => result.sessionId === sessionId)
        .map(({ position, team, points }) => ({ position, name, team, points })),
    )
    .toSorted((a, b) => (a.position ?? ROWS_MAX + 1) - (b.position ?? ROWS_MAX + 1))
    .slice(0, ROWS_MAX)
}

/** A line for each of the first ones. */
export function listRows(rows: readonly ResultRow[], language: Language): string {
  const { notClassified, points } = ANNOUNCEMENT_TEXTS[language]
  return rows
    .slice(0, ROWS_IN_TEXT)
    .map((row) => {
      const place = row.position === null ? notClassified : `${row.position}.`
      return `${place} ${row.name}${row.team && ` (${row.team})`}: ${points(row.points)}`
    })
    .join('\n')
}
