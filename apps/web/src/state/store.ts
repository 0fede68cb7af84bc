import { useSyncExternalStore } from 'react'

/** The value lies outside React and notifies listeners of changes. */
export interface Store<Value> {
  readonly get: () => Value
  /** Notifies the listeners where the value is another one. */
  readonly set: (value: Value) => void
  /** Returns how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<Value>({
  subscribe,
  get,
}: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get)
}
