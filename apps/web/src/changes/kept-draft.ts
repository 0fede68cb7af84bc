import { storedUserId } from '../auth/stored-session.ts'
import { readKept, writeKept } from '../state/browser-storage.ts'
import { type DraftState, isLike, openDraft, receive, type Stored } from './draft.ts'

/** Returns what lasts of a draft as long as the tab. */
export function keptText<Value>({ base, version, value }: DraftState<Value>): string {
  return JSON.stringify({ base, version, value })
}

/** Stores the draft of the signed-in user; null removes it. */
export function writeKeptDraft(keptAs: string, text: string | null): void {
  writeKept(storedUserId(), keptAs, text)
}

/** Returns whether something was typed that is not sent yet. */
export function isKept(keptAs: string): boolean {
  return readKept(storedUserId(), keptAs) !== null
}

/** Opens the draft of this name as it was left, on top of what the server has now. */
export function openKept<Value extends object>(
  first: Stored<Value>,
  keptAs: string | undefined,
  isMessage: boolean,
): DraftState<Value> {
  const opened = openDraft(first)
  const kept: unknown = keptAs === undefined ? null : parse(readKept(storedUserId(), keptAs))
  const shape = { base: first.value, version: first.version, value: first.value }
  if (!isLike(shape, kept)) return opened
  // Nobody else changes what is new, and a blank form may have other ids than the one that it began as.
  if (isMessage) return { ...opened, ...kept }
  // A server that was restored has an older version than the one that the draft was based on.
  const version = Math.min(kept.version, first.version)
  return receive({ ...opened, ...kept, version }, first)
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
