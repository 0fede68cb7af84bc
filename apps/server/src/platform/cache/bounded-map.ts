/** The entries that were asked for last, at most `max` of them. */
export interface BoundedMap<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
}

export function createBoundedMap<T>(max: number): BoundedMap<T> {
  const entries = new Map<string, T>()

  function put(key: string, value: T): void {
    entries.delete(key)
    entries.set(key, value)
    const [oldest] = entries.keys()
    if (entries.size > max && oldest !== undefined) entries.delete(oldest)
  }

  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) put(key, value)
      return value
    },
    set: put,
    delete: (key) => void entries.delete(key),
  }
}
