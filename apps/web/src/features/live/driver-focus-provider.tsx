import type { LiveSession } from '@pitboard/contract/live/live'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { DriverFocusContext } from '../race/driver-focus.tsx'
import { useLive } from '../race/use-live.ts'

/**
 * The followed driver is in the address (`?driver=`), so that a link shows the same. A driver who is alone, as in a
 * time trial, is followed.
 */
export function DriverFocusProvider({ children }: { readonly children: ReactNode }) {
  const { driver = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const onlyIdx = useLive(onlyDriverIdx)
  const focus = useMemo(
    () => ({
      driverIdx: /^\d{1,3}$/.test(driver) ? Number(driver) : onlyIdx,
      focusDriver: (driverIdx: number | null) =>
        void navigate({
          to: '.',
          search: (search: object) => ({
            ...search,
            driver: driverIdx === null ? '' : String(driverIdx),
          }),
          replace: true,
          resetScroll: false,
        }),
    }),
    [driver, navigate, onlyIdx],
  )
  return <DriverFocusContext value={focus}>{children}</DriverFocusContext>
}

function onlyDriverIdx({ drivers: [first, ...others] }: LiveSession): number | null {
  return first && others.length === 0 ? first.driverIdx : null
}
