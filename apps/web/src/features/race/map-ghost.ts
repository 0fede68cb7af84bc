import { createStore } from '../../state/store.ts'

/** The map shows the car of a lap that is driven against there, in metres; null without one. */
export const mapGhost = createStore<{ readonly x: number; readonly z: number } | null>(null)
