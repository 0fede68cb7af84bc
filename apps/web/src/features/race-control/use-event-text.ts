import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { useText } from '../../messages/use-text.ts'
import { driverCode } from '../race/car-identity.ts'
import { useLiveStore } from '../race/use-live.ts'
import { describeEvent } from './describe-event.ts'

/** What is remembered of a race names the driver: there is room for it. */
const NAMED: readonly SessionEventKind[] = ['penalty', 'warning']

/** Describes events with the codes that the tower shows, penalties and warnings with names. */
export function useEventText(): (event: SessionEvent) => string {
  const t = useText()
  const { view } = useLiveStore()
  return (event) => {
    const drivers = view().session?.drivers ?? []
    const nameOf = (driverIdx: number) => {
      const place = drivers.findIndex((driver) => driver.driverIdx === driverIdx)
      if (place < 0) return t('feed.aCar')
      const name = NAMED.includes(event.kind) ? drivers[place]?.name : ''
      return name || driverCode(drivers, place)
    }
    return describeEvent(event, nameOf, t)
  }
}
