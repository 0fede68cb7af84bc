import { readStored, writeStored } from '../../../state/browser-storage.ts'
import { createStore } from '../../../state/store.ts'

const STORAGE_KEY = 'tower.order'

/** It says whether cars on a flying lap are the first rows of a qualifying. */
export const flyingFirst = createStore(readStored(STORAGE_KEY) === 'flying')

/** Stores the choice on this device. */
export function chooseFlyingFirst(isFlyingFirst: boolean): void {
  flyingFirst.set(isFlyingFirst)
  writeStored(STORAGE_KEY, isFlyingFirst ? 'flying' : null)
}

export function switchOrder(): void {
  chooseFlyingFirst(!flyingFirst.get())
}
