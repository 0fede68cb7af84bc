import { useEffect } from 'react'

/** The screen of a phone stays on while `active`; the browser releases the lock of a hidden page. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let ended = false

    async function request(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (ended) await lock.release()
      } catch {
        // The battery is low or the browser refuses: the screen goes dark as usual.
      }
    }

    const requestAgain = () => void request()
    requestAgain()
    document.addEventListener('visibilitychange', requestAgain)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', requestAgain)
      void lock?.release()
    }
  }, [active])
}
