import { useSyncExternalStore } from 'react'

/** Who is signed in, and what his calls carry. */
export interface Session {
  readonly userId: string
  /** Of the sign-in itself, as the list of sign-ins names it; null where the token has none. */
  readonly signInId: string | null
  /** Empty where the account has none. */
  readonly email: string
  readonly accessToken: string
  /** Empty until the user has chosen one, and where it could not be read (specification §4). */
  readonly username: string
  readonly avatarUrl: string | null
  /** When the user last showed who he is. */
  readonly provedAt: Date
}

/** One of the factors that can be shown as the second. */
export interface SecondFactor {
  readonly id: string
  readonly kind: string
  readonly name: string
}

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signedOut' }
  /** The password was right, the second factor is still to be shown. */
  | {
      readonly kind: 'secondFactor'
      readonly userId: string
      readonly factors: readonly SecondFactor[]
    }
  | { readonly kind: 'signedIn'; readonly session: Session }

let state: SessionState = { kind: 'loading' }
const listeners = new Set<() => void>()

export function sessionState(): SessionState {
  return state
}

export function holdSessionState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(onSessionChange, sessionState)
}

export function sessionOf(state: SessionState): Session | null {
  return state.kind === 'signedIn' ? state.session : null
}

/** Null while loading, too: what only a signed-in user sees comes when he is known. */
export function useSession(): Session | null {
  return sessionOf(useSessionState())
}

/** Resolves once it is known whether somebody is signed in. */
export async function settledSession(): Promise<Exclude<SessionState, { kind: 'loading' }>> {
  for (;;) {
    if (state.kind !== 'loading') return state
    await new Promise<void>((resolve) => {
      const stop = onSessionChange(() => {
        stop()
        resolve()
      })
    })
  }
}
