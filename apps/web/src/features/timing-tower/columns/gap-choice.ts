import { readStored, writeStored } from '../../../state/browser-storage.ts'
import { createStore } from '../../../state/store.ts'

const STORAGE_KEY = 'tower.gap'

/** It says whether the switching column shows the gap to the leader, else the interval to the car ahead. */
export const gapToLeader = createStore(readStored(STORAGE_KEY) === 'leader')

/** Switches between gap and interval, on this device. */
export function switchGap(): void {
  gapToLeader.set(!gapToLeader.get())
  writeStored(STORAGE_KEY, gapToLeader.get() ? 'leader' : 'ahead')
}
