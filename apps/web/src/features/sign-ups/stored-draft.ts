import { readStored, writeStored } from '../../state/browser-storage.ts'

/** Answers by the id of their question, beside `name`, `tier` and `platformId`. */
export type SignUpDraft = Readonly<Record<string, string>>

const keyOf = (seasonId: string) => `signUp.${seasonId}`

/** What was typed before the user signed in. */
export function readDraft(seasonId: string): SignUpDraft {
  return Object.fromEntries(new URLSearchParams(readStored(keyOf(seasonId)) ?? ''))
}

/** Null removes it. */
export function storeDraft(seasonId: string, draft: SignUpDraft | null): void {
  writeStored(keyOf(seasonId), draft && new URLSearchParams(draft).toString())
}
