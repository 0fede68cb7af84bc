import { useSyncExternalStore } from 'react'

/** What the visitor must be told about how he came in. */
export type Notice =
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'stale' }
  | { readonly kind: 'halfConfirmed' }
  /** A link carries a session that this browser did not ask for. */
  | { readonly kind: 'signInAs'; readonly name: string; readonly accept: () => Promise<void> }

let notice: Notice | null = null
const listeners = new Set<() => void>()

export function setNotice(next: Notice | null): void {
  notice = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useNotice(): Notice | null {
  return useSyncExternalStore(subscribe, () => notice)
}
