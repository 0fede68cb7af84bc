import type { EventPoints } from '@pitboard/contract/seasons/points-system'
import { readList } from '../../timing/read-points.ts'

export const EVENT_LISTS = ['race', 'sprint', 'qualifying', 'sprintQualifying'] as const
export type EventList = (typeof EVENT_LISTS)[number]

/** It is what an event pays as it is typed: an empty list is that of the season. */
export type TypedEventPoints = Readonly<Record<EventList, string>> & { readonly factor: number }

export function toTypedPoints(points: EventPoints | null): TypedEventPoints {
  // A list that pays nothing is typed as a zero.
  const list = (name: EventList) => {
    const own = points?.[name]
    return own?.length === 0 ? '0' : (own?.join(' ') ?? '')
  }
  return {
    factor: points?.factor ?? 1,
    race: list('race'),
    sprint: list('sprint'),
    qualifying: list('qualifying'),
    sprintQualifying: list('sprintQualifying'),
  }
}

export function isOfSeason({ factor, ...lists }: TypedEventPoints): boolean {
  return factor === 1 && Object.values(lists).every((list) => list.trim() === '')
}

/** Returns null where the event pays as its season does; undefined where a list is none. */
export function readTypedPoints(typed: TypedEventPoints): EventPoints | null | undefined {
  if (isOfSeason(typed)) return null
  const lists = EVENT_LISTS.filter((name) => typed[name].trim() !== '').map(
    (name) => [name, readList(typed[name])] as const,
  )
  const read = lists.flatMap(([name, list]) => (list === null ? [] : [[name, list] as const]))
  return read.length < lists.length
    ? undefined
    : { factor: typed.factor, ...Object.fromEntries(read) }
}
