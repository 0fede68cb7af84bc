import { ApiException } from '@pitboard/contract/wire/client'
import type { HistoryChange } from '@pitboard/contract/wire/history'

/** The keys are ids of leagues and seasons; changes made on this page have replaced these versions of them. */
const replacedVersions = new Map<string, Set<number>>()

export function noteOwnChange(id: string, from: number): void {
  const own = replacedVersions.get(id) ?? new Set()
  replacedVersions.set(id, own.add(from))
}

/** Returns the newest version that differs from one that was seen by changes of this page alone. */
export function skipOwnChanges(id: string, seen: number): number {
  const own = replacedVersions.get(id)
  let version = seen
  while (own?.has(version)) version++
  return version
}

export interface Versioned {
  readonly id: string
  readonly version: number
}

export function isVersioned(value: unknown): value is Versioned {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && 'version' in value && typeof value.version === 'number'
}

/** Returns what others changed since the version that was seen; it is null for any other failure. */
export function changesOf(error: unknown): readonly HistoryChange[] | null {
  if (!(error instanceof ApiException) || error.status !== 412) return null
  return error.result?.changes ?? []
}
