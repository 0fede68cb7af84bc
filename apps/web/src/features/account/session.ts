import { useSyncExternalStore } from 'react'

/** Who is signed in. */
export interface Session {
  readonly userId: string
  /** Empty until the user has chosen one. */
  readonly username: string
}

// Nobody is, as long as this server has no accounts.
let session: Session | null = null
const listeners = new Set<() => void>()

export function currentSession(): Session | null {
  return session
}

export function holdSession(next: Session | null): void {
  session = next
  for (const listener of listeners) listener()
}

function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession)
}
