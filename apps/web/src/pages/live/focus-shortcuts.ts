import { useDriverFocus } from '../../features/race/driver-focus.tsx'
import { standingOf } from '../../features/race/standing.ts'
import { useLiveStore } from '../../features/race/use-live.ts'
import type { Shortcuts } from '../../ui/use-shortcuts.ts'

/** The keys follow the driver above or below in the tower, or nobody. */
export function useFocusShortcuts(): Shortcuts {
  const { view } = useLiveStore()
  const { driverIdx, focusDriver } = useDriverFocus()

  function step(by: 1 | -1) {
    const { session } = view()
    if (!session) return
    const order = standingOf(session).order.map((place) => session.drivers[place]?.driverIdx)
    const at = driverIdx === null ? -1 : order.indexOf(driverIdx)
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), order.length - 1)
    focusDriver(order[next] ?? null)
  }

  return {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ...(driverIdx === null ? {} : { Escape: () => focusDriver(null) }),
  }
}
