import { readStored, writeStored } from '../../../state/browser-storage.ts'
import { createStore, useStore } from '../../../state/store.ts'

const STORAGE_KEY = 'tower.gap'

/** It says whether the switching column shows the gap to the leader, else the interval to the car ahead. */
const toLeader = createStore(readStored(STORAGE_KEY) === 'leader')

export function useIsGapToLeader(): boolean {
  return useStore(toLeader)
}

/** Switches between gap and interval, on this device. */
export function switchGap(): void {
  toLeader.set(!toLeader.get())
  writeStored(STORAGE_KEY, toLeader.get() ? 'leader' : 'ahead')
}
