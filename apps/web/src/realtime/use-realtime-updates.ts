import { useEffect, useEffectEvent, useState } from 'react'
import { accountOf, useAccountState } from '../auth/account.ts'
import type { RealtimeListener, WatchedRows } from './subscription.ts'

const WITHIN_MS = 3000

/** Resolves once the page has loaded and the browser has nothing better to do. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: WITHIN_MS })
    else setTimeout(resolve)
  })
}

interface Subscription extends Partial<Pick<RealtimeListener, 'onRow' | 'onLiveList'>> {
  /** It is null while the page does not know yet which rows it shows. */
  readonly rows: readonly WatchedRows[] | null
  /** Refetches: changes may have been missed before. */
  readonly onOpen: () => void
}

/**
 * Subscribes a page to changes on the server while it is open. Returns false without a connection: the page then polls.
 */
export function useRealtimeUpdates({
  rows: watched,
  onOpen,
  onRow,
  onLiveList,
}: Subscription): boolean {
  const [isOpen, setOpen] = useState(false)
  const state = useAccountState()
  // After a sign-in or sign-out other rows may be visible.
  const reader = state.kind === 'loading' ? null : (accountOf(state)?.userId ?? '')
  const rows = watched && JSON.stringify(watched)
  const opened = useEffectEvent(() => {
    setOpen(true)
    onOpen()
  })
  const rowChanged = useEffectEvent((table: string, id: string) => onRow?.(table, id))
  const liveListChanged = useEffectEvent<RealtimeListener['onLiveList']>((change) =>
    onLiveList?.(change),
  )

  useEffect(() => {
    if (reader === null || rows === null) return
    const parsed: WatchedRows[] = JSON.parse(rows)
    let isOver = false
    let close: (() => void) | undefined
    const listener: RealtimeListener = {
      onOpen: opened,
      onRow: rowChanged,
      onLiveList: liveListChanged,
      onLost: () => setOpen(false),
    }
    async function open(): Promise<void> {
      await whenIdle()
      const { openSubscription } = await import('./subscription.ts')
      if (!isOver) close = openSubscription(parsed, listener)
    }
    // The page polls if it has no subscription.
    open().catch(() => {})
    return () => {
      isOver = true
      close?.()
      setOpen(false)
    }
  }, [reader, rows])

  return isOpen
}
