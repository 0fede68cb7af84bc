import type { MergeSuggestion } from '@pitboard/contract/seasons/standings'
import { createDriverIdentifier, createResolveName } from './identify-drivers.ts'
import type { SeasonInput } from './input.ts'
import { findSimilarity } from './name-similarity.ts'

interface Trace {
  readonly key: string
  readonly names: Set<string>
  readonly sessions: Set<string>
  readonly numbers: Set<number>
  readonly teams: Set<string>
}

const SCORE = { letters: 0.85, tag: 0.7, cutOff: 0.7, typo: 0.3 } as const
const FOR_NUMBER = 0.1
const FOR_TEAM = 0.05

/**
 * Suggests names that are likely one driver, likeliest first. Hidden names and names of one session are never
 * suggested.
 */
export function suggestMerges(season: Pick<SeasonInput, 'events' | 'aliases'>): MergeSuggestion[] {
  const traces = traceDrivers(season)
  const suggestions = traces.flatMap((one, index) =>
    traces.slice(index + 1).flatMap((other) => {
      if (overlap(one.sessions, other.sessions)) return []
      return compare(one, other) ?? []
    }),
  )
  return suggestions.toSorted(
    (a, b) => b.score - a.score || (`${a.name} ${a.alias}` < `${b.name} ${b.alias}` ? -1 : 1),
  )
}

function traceDrivers({ events, aliases }: Pick<SeasonInput, 'events' | 'aliases'>): Trace[] {
  const resolveName = createResolveName(aliases)
  const traces = new Map<string, Trace>()
  for (const session of events.flatMap(({ sessions }) => sessions)) {
    const identify = createDriverIdentifier(session, resolveName)
    for (const car of session.cars) {
      const { key, alias, isHidden } = identify(car)
      if (isHidden) continue
      const trace = traces.get(key) ?? {
        key,
        names: new Set([key]),
        sessions: new Set(),
        numbers: new Set(),
        teams: new Set(),
      }
      traces.set(key, trace)
      trace.names.add(alias)
      trace.sessions.add(session.sessionId)
      if (car.carNumber) trace.numbers.add(car.carNumber)
      if (car.team !== '') trace.teams.add(car.team)
    }
  }
  return Array.from(traces.values()).toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function compare(one: Trace, other: Trace): MergeSuggestion | null {
  const sameNumber = overlap(one.numbers, other.numbers)
  const sameTeam = overlap(one.teams, other.teams)
  const reasons = Array.from(one.names).flatMap((a) =>
    Array.from(other.names).flatMap((b) => findSimilarity(a, b) ?? []),
  )
  const reason = reasons.toSorted((a, b) => SCORE[b] - SCORE[a])[0]
  if (reason === undefined || (reason === 'typo' && !sameNumber)) return null
  const support = (sameNumber ? FOR_NUMBER : 0) + (sameTeam ? FOR_TEAM : 0)
  const [name, alias] = betterFirst(one, other)
  return { name, alias, reason, sameNumber, sameTeam, score: round(SCORE[reason] + support) }
}

/** The name of more sessions comes first, else the longer one, which is not cut off. */
function betterFirst(one: Trace, other: Trace): [string, string] {
  const more = one.sessions.size - other.sessions.size || one.key.length - other.key.length
  return more >= 0 ? [one.key, other.key] : [other.key, one.key]
}

function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return Array.from(one).some((item) => other.has(item))
}

function round(score: number): number {
  return Math.round(score * 100) / 100
}
