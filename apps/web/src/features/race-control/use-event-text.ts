import type { SessionEvent } from '@pitboard/contract/sessions/session-events'
import { useText } from '../../messages/use-text.ts'
import { driverCode } from '../live/driver-code.ts'
import { useLiveStore } from '../live/use-live.ts'
import { describeEvent } from './describe-event.ts'

/** Describes events with the codes that the tower shows. */
export function useEventText(): (event: SessionEvent) => string {
  const text = useText()
  const { view } = useLiveStore()
  return (event) => {
    const drivers = view().session?.drivers ?? []
    const nameOf = (driverIdx: number) => {
      const place = drivers.findIndex((driver) => driver.driverIdx === driverIdx)
      return place < 0 ? text('feed.aCar') : driverCode(drivers, place)
    }
    return describeEvent(event, nameOf, text)
  }
}
