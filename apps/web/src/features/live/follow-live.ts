import { openLiveSocket } from './live-socket.ts'
import type { LiveStore } from './live-store.ts'

/** Follows an address of the page's own server while the page is open. Returns how to stop. */
export function followLive(path: string, store: LiveStore): () => void {
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('protocol', '1')
  const socket = openLiveSocket(url.href, store)

  function wakeWhenVisible(): void {
    if (document.visibilityState === 'visible') socket.wake()
  }

  document.addEventListener('visibilitychange', wakeWhenVisible)
  window.addEventListener('online', socket.wake)
  return () => {
    document.removeEventListener('visibilitychange', wakeWhenVisible)
    window.removeEventListener('online', socket.wake)
    socket.close()
  }
}
