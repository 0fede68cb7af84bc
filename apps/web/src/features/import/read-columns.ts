import { cellAt } from '../../timing/read-table.ts'
import { type ImportedTable, readImportedTable } from './imported-table.ts'
import { readPoints } from './read-cells.ts'

export const MEANINGS = ['name', 'team', 'points', 'carNumber', 'platformId', 'unused'] as const
export type Meaning = (typeof MEANINGS)[number]

const HEADS: readonly (readonly [RegExp, Meaning])[] = [
  [/^(p|pos\.?|position|place|rank|platz|rang)$/, 'unused'],
  [/^(name|drivers?|driver ?name|fahrer|fahrername|pilot|player|spieler)$/, 'name'],
  [/^(teams?|team ?name|constructors?|konstrukteur|entrant|wagen)$/, 'team'],
  [/^(points?|pts\.?|total|total points|punkte|pkt\.?|gesamt|gesamtpunkte|summe)$/, 'points'],
  [/^(#|no\.?|nr\.?|number|car ?number|car|nummer|startnummer)$/, 'carNumber'],
  [/^(platform ?id|gamertag|psn|psn ?id|ea ?id|steam|steam ?id|xbox|epic)$/, 'platformId'],
  [/^(game ?name|online ?id|name in the game|spielername|name im spiel)$/, 'platformId'],
]

/** Reads a pasted table with a row for each driver or team; `used` are the meanings that its columns may have. */
export function readColumns(text: string, used: readonly Meaning[]): ImportedTable<Meaning> {
  return readImportedTable(text, {
    isHeadLine: (first) =>
      first.filter((cell) => meaningOfHead(cell) !== null).length >= Math.min(2, first.length),
    columnsOf(heads, body, isHeaded) {
      const found = isHeaded ? heads.map(meaningOfHead) : guessMeanings(body, heads.length)
      return found.map((meaning, at) =>
        meaning !== null && used.includes(meaning) && found.indexOf(meaning) === at
          ? meaning
          : 'unused',
      )
    },
  })
}

/** Returns what a column means by its head alone; null for a head that means none of these. */
export function meaningOfHead(cell: string): Meaning | null {
  const word = cell.toLowerCase()
  return HEADS.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

/** The first words are the name, the next the team; the last numbers are the points. */
function guessMeanings(body: readonly (readonly string[])[], width: number): Meaning[] {
  const columns = Array.from({ length: width }, (_, at) =>
    body.map((cells) => cellAt(cells, at)).filter((cell) => cell !== ''),
  )
  const isNumeric = columns.map(
    (cells) => cells.length > 0 && cells.every((cell) => readPoints(cell) !== null),
  )
  const words = columns.flatMap((cells, at) =>
    cells.length > 0 && !isNumeric[at] && !cells.every(isPlace) ? [at] : [],
  )
  // If no column has words, the first column has the names.
  const nameAt = words[0] ?? 0
  const numbers = isNumeric.flatMap((is, at) => (is && at > nameAt ? [at] : []))
  return columns.map((_, at) => {
    if (at === words[0]) return 'name'
    if (at === words[1]) return 'team'
    if (at === words[2]) return 'platformId'
    if (at === numbers.at(-1)) return 'points'
    return numbers.includes(at) ? 'carNumber' : 'unused'
  })
}

function isPlace(cell: string): boolean {
  return /^p?\d{1,3}[.)]?$/i.test(cell)
}
