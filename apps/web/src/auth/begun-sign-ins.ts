import { writeStored, readStored } from '../state/browser-storage.ts'

const STORED = 'signIns'
/** The name of the parameter by which a sign-in comes back to the browser that began it. */
export const SIGN_IN_PARAM = 'signIn'
/** As long as the links of mails work. */
const VALID_MS = 3_600_000
const BEGUN_MAX = 10

interface BegunSignIn {
  readonly id: string
  readonly beganMs: number
}

/**
 * An address of this site for a sign-in that begins in this browser. It carries a secret that a
 * stranger's link does not have.
 */
export function beginSignIn(returnTo: string): string {
  const id = crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
  store([...readBegun(), { id, beganMs: Date.now() }].slice(-BEGUN_MAX))
  const address = new URL(returnTo)
  address.searchParams.set(SIGN_IN_PARAM, id)
  return address.href
}

/** Whether this browser began the sign-in, not long ago; true once. */
export function finishSignIn(id: string | null): boolean {
  const begun = readBegun()
  const others = begun.filter((each) => each.id !== id)
  if (others.length === begun.length) return false
  store(others)
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
    typeof value.beganMs === 'number'
  )
}

function isRecent({ beganMs }: BegunSignIn): boolean {
  const ageMs = Date.now() - beganMs
  return ageMs >= 0 && ageMs < VALID_MS
}
