import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { DriverFocusContext } from './driver-focus.tsx'

/** The followed driver is in the address (`?driver=`), so that a link shows the same. */
export function DriverFocusProvider({ children }: { readonly children: ReactNode }) {
  const { driver = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const focus = useMemo(
    () => ({
      driverIdx: /^\d{1,3}$/.test(driver) ? Number(driver) : null,
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
    [driver, navigate],
  )
  return <DriverFocusContext value={focus}>{children}</DriverFocusContext>
}
