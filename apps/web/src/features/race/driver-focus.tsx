import { createContext, useContext } from 'react'

interface DriverFocus {
  /** The screen follows the driver with this car index; null stands for nobody. */
  readonly driverIdx: number | null
  readonly focusDriver: (driverIdx: number | null) => void
}

/** Without a `DriverFocusProvider` nobody is followed. */
export const DriverFocusContext = createContext<DriverFocus>({
  driverIdx: null,
  focusDriver: () => undefined,
})

export function useDriverFocus(): DriverFocus {
  return useContext(DriverFocusContext)
}
