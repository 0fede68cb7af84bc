import { readStored, writeStored } from '../../state/browser-storage.ts'
import { createStore } from '../../state/store.ts'

/**
 * It says whether this device speaks. The page knows it before anything else of the engineer, which most readers never
 * hear.
 */
export const engineerSwitch = createStore(readStored('engineer.on') === 'true')

export function switchEngineer(): void {
  engineerSwitch.set(!engineerSwitch.get())
  writeStored('engineer.on', engineerSwitch.get() ? 'true' : null)
}
