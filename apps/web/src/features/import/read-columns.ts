import { readTable } from '../../timing/read-table.ts'
import { readPoints } from './read-cells.ts'

export const MEANINGS = ['name', 'team', 'points', 'carNumber', 'platformId', 'unused'] as const
export type Meaning = (typeof MEANINGS)[number]

interface ReadColumns {
  /** They are the names of the columns, and empty ones if the table has none. */
  readonly heads: readonly string[]
  /** Each column means this, as far as it is recognised. */
  readonly meanings: readonly Meaning[]
  readonly rows: readonly (readonly string[])[]
  /** This many rows are beyond those that are read at once. */
  readonly cutRows: number
}

const ROWS_MAX = 200
const CHARS_MAX = 200_000

const HEADS: readonly (readonly [RegExp, Meaning])[] = [
  [/^(p|pos\.?|position|place|rank|platz|rang)$/, 'unused'],
  [/^(name|drivers?|driver ?name|fahrer|fahrername|pilot|player|spieler)$/, 'name'],
  [/^(teams?|team ?name|constructors?|konstrukteur|entrant|wagen)$/, 'team'],
  [/^(points?|pts\.?|total|total points|punkte|pkt\.?|gesamt|gesamtpunkte|summe)$/, 'points'],
  [/^(#|no\.?|nr\.?|number|car ?number|car|nummer|startnummer)$/, 'carNumber'],
  [/^(platform ?id|gamertag|psn|psn ?id|ea ?id|steam|steam ?id|xbox|epic)$/, 'platformId'],
  [/^(game ?name|online ?id|name in the game|spielername|name im spiel)$/, 'platformId'],
]

/** Returns what the columns of a pasted table mean: by their heads, else by what is in them. */
export function readColumns(text: string, used: readonly Meaning[]): ReadColumns {
  const table = readTable(text.slice(0, CHARS_MAX))
  const heads = table[0] ?? []
  const known = heads.map(meaningOfHead)
  const isHeaded = known.filter((meaning) => meaning !== null).length >= Math.min(2, heads.length)
  const body = isHeaded ? table.slice(1) : table
  const width = Math.max(0, ...table.map((cells) => cells.length))
  const found = isHeaded ? known : guessMeanings(body, width)
  const meanings: Meaning[] = []
  for (let at = 0; at < width; at++) {
    const meaning = found[at] ?? 'unused'
    const isFree = used.includes(meaning) && !meanings.includes(meaning)
    meanings.push(isFree ? meaning : 'unused')
  }
  return {
    heads: Array.from({ length: width }, (_, at) => (isHeaded ? (heads[at] ?? '') : '')),
    meanings,
    rows: body.slice(0, ROWS_MAX),
    cutRows: Math.max(0, body.length - ROWS_MAX),
  }
}

/** Returns what a column means by its head alone; null for a head that means none of these. */
export function meaningOfHead(cell: string): Meaning | null {
  const word = cell.toLowerCase()
  return HEADS.find(([pattern]) => pattern.test(word))?.[1] ?? null
}

/** The first words are the name, the next the team; the last numbers are the points. */
function guessMeanings(body: readonly (readonly string[])[], width: number): Meaning[] {
  const columns = Array.from({ length: width }, (_, at) =>
    body.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''),
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
