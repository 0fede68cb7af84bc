import { createStore, useStore } from '../state/store.ts'

/** The signed-in user has the token of their calls. */
export interface Account {
  readonly userId: string
  /** The list of sign-ins names this sign-in by the same id; it is null if the token has none. */
  readonly signInId: string | null
  /** It is empty where the account has none. */
  readonly email: string
  readonly accessToken: string
  /** It is empty until the user has chosen one, and where it could not be read. */
  readonly username: string
  readonly avatarUrl: string | null
  /** The user last proved their identity then. */
  readonly provedAt: Date
}

export interface SecondFactor {
  readonly id: string
  readonly kind: string
  readonly name: string
}

export type AccountState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signedOut' }
  /** The password was right, the second factor is still to be shown. */
  | {
      readonly kind: 'secondFactor'
      readonly userId: string
      readonly factors: readonly SecondFactor[]
    }
  | { readonly kind: 'signedIn'; readonly session: Account }

const state = createStore<AccountState>({ kind: 'loading' })

export const getAccountState = state.get
export const setAccountState = state.set
/** Returns how to unsubscribe. */
export const onAccountChange = state.subscribe

export function useAccountState(): AccountState {
  return useStore(state)
}

export function accountOf(state: AccountState): Account | null {
  return state.kind === 'signedIn' ? state.session : null
}

/** Returns null while loading, too. */
export function useAccount(): Account | null {
  return accountOf(useAccountState())
}

/** Resolves once it is known whether somebody is signed in. */
export function waitForAccount(): Promise<Exclude<AccountState, { kind: 'loading' }>> {
  return new Promise((resolve) => {
    function check(): void {
      const current = getAccountState()
      if (current.kind === 'loading') return
      unsubscribe()
      resolve(current)
    }
    const unsubscribe = onAccountChange(check)
    check()
  })
}
