import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'

export interface DriverFocus {
  /** Car index of the driver whom the screen follows; null: nobody. */
  readonly driverIdx: number | null
  readonly focusDriver: (driverIdx: number | null) => void
}

const NOBODY: DriverFocus = { driverIdx: null, focusDriver: () => undefined }

const DriverFocusContext = createContext<DriverFocus>(NOBODY)

/** Outside a `DriverFocusProvider` nobody is followed. */
export function useDriverFocus(): DriverFocus {
  return useContext(DriverFocusContext)
}

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
          search: (search) => ({ ...search, driver: driverIdx === null ? '' : String(driverIdx) }),
          replace: true,
          resetScroll: false,
        }),
    }),
    [driver, navigate],
  )
  return <DriverFocusContext value={focus}>{children}</DriverFocusContext>
}
