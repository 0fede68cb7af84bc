const versionsLeft = new Map<string, Set<number>>()

/** This page has changed the thing from a version, and thereby made the next one. */
export function noteOwnChange(id: string, from: number): void {
  const own = versionsLeft.get(id) ?? new Set()
  versionsLeft.set(id, own.add(from))
}

/** The newest version that differs from one that was seen by changes of this page alone. */
export function skipOwnChanges(id: string, seen: number): number {
  const own = versionsLeft.get(id)
  let version = seen
  while (own?.has(version)) version++
  return version
}
