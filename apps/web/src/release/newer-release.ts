import { site } from '@pitboard/contract/site/site'
import { call } from '../api/call.ts'
import { createStore, useStore } from '../state/store.ts'
import { onPartFailed } from '../ui/states/lazy-part.tsx'

const CHECK_AT_MOST_EVERY_MS = 3 * 60_000
const CHECK_AT_LEAST_EVERY_MS = 30 * 60_000

const isNewer = createStore(false)
let checkedMs = Date.now()
let isChecking = false

/**
 * Notices that the server has a newer release than this page: when the reader comes back to the tab or to the network,
 * when code is missing, and now and then. Nothing is reloaded automatically.
 */
export function watchForNewerRelease(): void {
  onPartFailed(() => void checkRelease())
  addEventListener('online', () => void checkRelease())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkReleaseIfDue()
  })
  setInterval(() => {
    if (document.visibilityState === 'visible') void checkRelease()
  }, CHECK_AT_LEAST_EVERY_MS)
}

/** Code that runs often calls this. */
export function checkReleaseIfDue(): void {
  if (Date.now() - checkedMs >= CHECK_AT_MOST_EVERY_MS) void checkRelease()
}

/** Asks the server which release it serves; never rejects. */
async function checkRelease(): Promise<void> {
  const own = ownEntry()
  if (own === null || isNewer.get() || isChecking) return
  isChecking = true
  checkedMs = Date.now()
  try {
    const { webAppEntry } = await call(site.get)
    if (webAppEntry === null || webAppEntry === own) return
    isNewer.set(true)
  } catch {
    // The next check may reach the server.
  } finally {
    isChecking = false
  }
}

/** Returns null on a development server, which has no releases. */
function ownEntry(): string | null {
  const script = document.querySelector('script[type="module"][src^="/assets/"]')
  return script?.getAttribute('src') ?? null
}

export function useNewerRelease(): boolean {
  return useStore(isNewer)
}
