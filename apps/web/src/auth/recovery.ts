const STORED = 'pitboard.recovery'

// Stored for the tab, so that a reload still shows the form for a new password.
export function setRecovery(userId: string | null): void {
  try {
    if (userId === null) sessionStorage.removeItem(STORED)
    else sessionStorage.setItem(STORED, userId)
  } catch {
    held = userId
  }
}

let held: string | null = null

/** Whether this user came by the link of a password reset and may choose a new one. */
export function isRecovering(userId: string): boolean {
  try {
    return sessionStorage.getItem(STORED) === userId
  } catch {
    return held === userId
  }
}
