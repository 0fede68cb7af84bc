import { playerCarOf, type Entry } from './entry.ts'
import { has, type Setup } from './setup.ts'

const GENERIC_TEAM = 41
const LONGEST_SINCE_2025 = 31
const LONGEST_BEFORE = 47
const foreign: readonly string[] = ['王小明', 'Ångström', 'Мельник', 'Nuñez']

/** Names as online lobbies and other languages have them: hidden, equal, foreign, too long. */
export function disguise(setup: Setup, entries: readonly Entry[]): Entry[] {
  const player = playerCarOf(setup.cars)
  let dressed = [...entries]
  if (has(setup, 'foreignNames')) dressed = dressed.map((entry, i) => abroad(setup, entry, i))
  if (has(setup, 'equalDrivers')) dressed = equalise(dressed, player)
  if (!has(setup, 'hiddenNames')) return dressed
  return dressed.map((entry, index) =>
    entry.human && index !== player
      ? { ...entry, name: 'Player', raceNumber: 2, teamId: GENERIC_TEAM, hidesName: true }
      : entry,
  )
}

function abroad({ format }: Setup, entry: Entry, index: number): Entry {
  if (entry.human)
    return index % 2 === 0 ? { ...entry, nameLead: '\u0002\u0001' } : long(format, entry)
  return { ...entry, name: foreign[index % foreign.length] ?? entry.name }
}

/** Since 2025 a name that does not fit ends in an ellipsis of three bytes. */
function long(format: number, entry: Entry): Entry {
  const name = `${entry.name} ${'of the very long banner '.repeat(3)}`
  if (format < 2025) return { ...entry, name: name.slice(0, LONGEST_BEFORE).trim() }
  return { ...entry, name: `${name.slice(0, LONGEST_SINCE_2025 - 3).trim()}…` }
}

/** Two humans with the same name, number and team, as a known fault of the game makes them. */
function equalise(entries: readonly Entry[], player: number): Entry[] {
  const [model, ...rest] = entries.filter((entry, index) => entry.human && index !== player)
  const { name, raceNumber, teamId, nameLead = '' } = model ?? {}
  if (name === undefined || raceNumber === undefined || teamId === undefined) return [...entries]
  return entries.map((entry) =>
    rest.includes(entry) ? { ...entry, name, nameLead, raceNumber, teamId } : entry,
  )
}
