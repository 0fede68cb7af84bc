import { createStore, useStore } from '../state/store.ts'

/** A link or another site reported this about the sign-in. */
export type Notice =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'stale' }
  | { readonly kind: 'halfConfirmed' }
  /** A link carries a session that this browser did not request. */
  | { readonly kind: 'signInAs'; readonly name: string; readonly accept: () => Promise<void> }

const notice = createStore<Notice | null>(null)

export const getNotice = notice.get
export const setNotice = notice.set

export function useNotice(): Notice | null {
  return useStore(notice)
}
