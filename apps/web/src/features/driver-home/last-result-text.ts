import type { Text } from '../../messages/create-text.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import type { OwnSeason } from './own-season.ts'

/** Returns a text such as "Spa: P3, 2 places behind Ann." */
export function lastResultText(
  { last, rival }: Pick<OwnSeason, 'last' | 'rival'>,
  t: Text,
): string {
  if (!last) return ''
  const event = eventName(last.event)
  const { position } = last.own
  if (position === null) return t('home.notClassified', { event })
  const theirs = last.rival?.position ?? null
  if (!rival || theirs === null) return t('home.finished', { event, position })
  const places = { event, position, rival: rival.name, count: Math.abs(position - theirs) }
  return t(position > theirs ? 'home.finishedBehind' : 'home.finishedAhead', places)
}
