const PATIENCE_MS = 8000

/** The sign-in library recognises by this that it did not get a lock. */
class LockTimeout extends Error {
  readonly isAcquireTimeout = true
}

/**
 * Lets one tab at a time renew the session. A tab that died or sleeps may never release its lock; then the others go on
 * without: the server hands both tabs the same renewed session.
 */
export async function tabLock<Result>(
  name: string,
  patienceMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // Pages from a plain http address of another machine have no locks.
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  if (!locks) return work()
  if (patienceMs === 0) {
    return locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) throw new LockTimeout(`${name} is taken`)
      return work()
    })
  }
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  let isRunning = false
  try {
    return await locks.request(name, { signal: patience.signal }, () => {
      isRunning = true
      clearTimeout(timer)
      return work()
    })
  } catch (error) {
    if (isRunning || !patience.signal.aborted) throw error
    return await work()
  }
}
