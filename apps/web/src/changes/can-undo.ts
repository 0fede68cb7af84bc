import type { HistoryChange } from '@pitboard/contract/history'

/** Of the changes of a history those of a kind that has a way back, unless they are taken back. */
export function canUndo(
  changes: readonly HistoryChange[],
  actions: readonly string[],
): (change: HistoryChange) => boolean {
  const undone = new Set(
    changes.map(({ details }) => ('undone' in details ? details.undone : null)),
  )
  return ({ action, version }) => actions.includes(action) && !undone.has(version)
}
