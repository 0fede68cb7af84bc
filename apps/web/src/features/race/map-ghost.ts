import { createStore } from '../../state/store.ts'

/** Where the map shows the car of a lap that is driven against, in metres; null without one. */
export const mapGhost = createStore<{ readonly x: number; readonly z: number } | null>(null)
