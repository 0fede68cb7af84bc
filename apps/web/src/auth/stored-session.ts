/** The sign-in library stores its session there; tabs watch it. */
export const STORAGE_KEY = 'pitboard.auth'

/** Returns the user of the stored session, who is signed in unless it has ended meanwhile. */
export function storedUserId(): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    const user = fieldOf(stored, 'user')
    const id = fieldOf(user, 'id')
    return typeof id === 'string' ? id : null
  } catch {
    // A browser may refuse storage.
    return null
  }
}

/** Returns whether this browser began a sign-in that is answered by a code. */
export function hasCodeVerifier(): boolean {
  try {
    return localStorage.getItem(`${STORAGE_KEY}-code-verifier`) !== null
  } catch {
    return false
  }
}

export function removeStoredSession(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing was stored.
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
