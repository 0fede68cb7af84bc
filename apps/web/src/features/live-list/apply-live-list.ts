import type { LiveListChange, LiveSummary } from '@pitboard/contract/live'

/** The list after a change of it, as the server would send it: most viewers first. */
export function applyLiveList(
  list: readonly LiveSummary[],
  { isWhole, opened, changed, ended }: LiveListChange,
): LiveSummary[] {
  const next = new Map(isWhole ? [] : list.map((session) => [session.id, session]))
  for (const session of opened) next.set(session.id, session)
  for (const difference of changed) {
    const known = next.get(difference.id)
    if (known) next.set(difference.id, { ...known, ...difference })
  }
  for (const id of ended) next.delete(id)
  return [...next.values()].toSorted((a, b) => b.viewers - a.viewers || (a.id < b.id ? 1 : -1))
}
