import { writeStored, readStored } from '../state/browser-storage.ts'
import { restoreVisitorDrafts, type VisitorDrafts, visitorDrafts } from './visitor-drafts.ts'

const STORED = 'signIns'
/** A sign-in comes back to the browser that began it by the parameter of this name. */
export const SIGN_IN_PARAM = 'signIn'
/** A begun sign-in is valid as long as the links in mails. */
const VALID_MS = 3_600_000
const BEGUN_MAX = 10

interface BegunSignIn {
  readonly id: string
  readonly beganMs: number
  /** These drafts belong to the tab in which the sign-in began. */
  readonly drafts?: VisitorDrafts
}

/**
 * Returns an address of this site for a sign-in that begins in this browser. It carries a secret that a stranger's link
 * does not have.
 */
export function beginSignIn(returnTo: string): string {
  const id = crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
  const drafts = visitorDrafts()
  const begun = { id, beganMs: Date.now(), ...(Object.keys(drafts).length > 0 && { drafts }) }
  store([...readBegun(), begun].slice(-BEGUN_MAX))
  const address = new URL(returnTo)
  address.searchParams.set(SIGN_IN_PARAM, id)
  return address.href
}

/**
 * Returns whether this browser began the sign-in, not long ago; it is true once. What was typed before is in this tab.
 */
export function finishSignIn(id: string | null): boolean {
  const begun = readBegun()
  const finished = begun.find((each) => each.id === id)
  if (!finished) return false
  store(begun.filter((each) => each !== finished))
  restoreVisitorDrafts(finished.drafts ?? {})
  return true
}

function store(begun: readonly BegunSignIn[]): void {
  writeStored(STORED, JSON.stringify(begun))
}

function readBegun(): readonly BegunSignIn[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')
    return (Array.isArray(stored) ? stored : []).filter(isBegun).filter(isRecent)
  } catch {
    return []
  }
}

function isBegun(value: unknown): value is BegunSignIn {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    'beganMs' in value &&
    typeof value.beganMs === 'number' &&
    (!('drafts' in value) || isTexts(value.drafts))
  )
}

function isTexts(value: unknown): value is VisitorDrafts {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((text) => typeof text === 'string')
}

function isRecent({ beganMs }: BegunSignIn): boolean {
  const ageMs = Date.now() - beganMs
  return ageMs >= 0 && ageMs < VALID_MS
}
