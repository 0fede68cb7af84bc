import { useEffect, useEffectEvent, useState } from 'react'
import { sessionOf, useSessionState } from '../auth/session.ts'
import type { Hearing, WatchedRows } from './subscription.ts'

const WITHIN_MS = 3000

/** Resolves once the page has loaded and the browser has nothing better to do. */
async function atRest(): Promise<void> {
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

interface Wanted extends Partial<Pick<Hearing, 'row' | 'liveList'>> {
  /** Null: nothing is known yet of what to hear. */
  readonly rows: readonly WatchedRows[] | null
  /** Reads anew: something may have been missed. */
  readonly opened: () => void
}

/**
 * Tells a page what changes on the server while it is open. False while nothing can be heard: the
 * page then asks now and then by itself.
 */
export function useLine(wanted: Wanted): boolean {
  const [isOpen, setOpen] = useState(false)
  const state = useSessionState()
  // Whoever signs in or out may know of other things than before.
  const reader = state.kind === 'loading' ? null : (sessionOf(state)?.userId ?? '')
  const rows = wanted.rows && JSON.stringify(wanted.rows)
  const opened = useEffectEvent(() => {
    setOpen(true)
    wanted.opened()
  })
  const row = useEffectEvent((table: string, id: string) => wanted.row?.(table, id))
  const liveList = useEffectEvent<Hearing['liveList']>((change) => wanted.liveList?.(change))

  useEffect(() => {
    if (reader === null || rows === null) return
    const parsed: WatchedRows[] = JSON.parse(rows)
    let isOver = false
    let close: (() => void) | undefined
    const hearing = { opened, row, liveList, lost: () => setOpen(false) }
    async function open(): Promise<void> {
      await atRest()
      const { openLine } = await import('./subscription.ts')
      if (!isOver) close = openLine(parsed, hearing)
    }
    // A page that can't have it asks by itself.
    open().catch(() => {})
    return () => {
      isOver = true
      close?.()
      setOpen(false)
    }
  }, [reader, rows])

  return isOpen
}
