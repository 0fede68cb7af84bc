import type { Season } from '@pitboard/contract/seasons/season'
import type { RosterUpdate } from '@pitboard/contract/roster/roster'
import { nameIn } from '../../changes/draft.ts'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'

const LABELS: Readonly<Record<string, PlainKey>> = {
  name: 'roster.name',
  colour: 'roster.colour',
  carNumber: 'roster.carNumber',
  teamId: 'roster.team',
  platformId: 'roster.platformId',
  fromEventId: 'roster.firstEvent',
  toEventId: 'roster.lastEvent',
  tier: 'roster.tier',
  isReserve: 'roster.reserve',
}

/** Describes changes such as "Ann: Car number: 7 → 8" and "Scuderia Rossa: removed". */
export function describeRoster(
  { events }: Pick<Season, 'events'>,
  ...rosters: readonly RosterUpdate[]
): DescribeDifference {
  const names = new Map([
    ...rosters.flatMap(({ teams, drivers }) =>
      [...teams, ...drivers].map(({ id, name }) => [id, name] as const),
    ),
    ...events.map((event) => [event.id, eventName(event)] as const),
  ])

  function words(value: unknown, t: Text): string {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return t(value ? 'organiser.yes' : 'organiser.no')
    if (typeof value === 'string') return names.get(value) ?? value
    return typeof value === 'number' ? String(value) : '…'
  }

  return ({ path: [, id, field], before, after }, t) => {
    // Without an id it is the order of a list.
    if (id === undefined) return [`${t('roster.title')}: ${t('organiser.didUpdate')}`]
    const name = nameIn(before) || nameIn(after) || names.get(id) || '–'
    if (field !== undefined) {
      const label = LABELS[field]
      const change = `${words(before, t)} → ${words(after, t)}`
      return [`${name}: ${label ? t(label) : field}: ${change}`]
    }
    if (before === undefined) return [`${name}: ${t('organiser.partAdded')}`]
    if (after === undefined) return [`${name}: ${t('organiser.partRemoved')}`]
    return [`${name}: ${t('organiser.didUpdate')}`]
  }
}
