const STORED = 'pitboard.recovery'

// Stores it for the tab, so that a reload still shows the form for a new password.
export function setRecovery(userId: string | null): void {
  held = null
  try {
    if (userId === null) sessionStorage.removeItem(STORED)
    else sessionStorage.setItem(STORED, userId)
  } catch {
    held = userId
  }
}

/** A storage that is full or refused did not take this, which lasts as long as the page. */
let held: string | null = null

/** Returns whether this user came by the link of a password reset and may choose a new one. */
export function isRecovering(userId: string): boolean {
  if (held === userId) return true
  try {
    return sessionStorage.getItem(STORED) === userId
  } catch {
    return false
  }
}
