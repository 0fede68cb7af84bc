import { readAllKept, writeKept } from '../state/browser-storage.ts'

/** The keys are the names of the drafts. */
export type VisitorDrafts = Readonly<Record<string, string>>

/** Returns what was typed in this tab before anybody signed in. */
export function visitorDrafts(): VisitorDrafts {
  return readAllKept(null)
}

/** A mail ends a sign-in in another tab than the one that began it. */
export function restoreVisitorDrafts(drafts: VisitorDrafts): void {
  for (const [name, draft] of Object.entries(drafts)) writeKept(null, name, draft)
}

/** They belong to the first user who signs in; the next one does not see them, and no later visitor. */
export function claimVisitorDrafts(userId: string): void {
  for (const [name, draft] of Object.entries(visitorDrafts())) {
    writeKept(userId, name, draft)
    writeKept(null, name, null)
  }
}
