import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { createContext, use, useEffect, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { createStore, type Store } from '../../state/store.ts'

/** Work that is lost with the page, or with the tab alone: what is stored there, or being sent. */
export type UnsavedWork = 'onPage' | 'inTab'

type HeldWork = ReadonlyMap<object, UnsavedWork>

const onPage = createWorkStore()

/** The part of a page around it, which stays mounted while there is unsaved work in it. */
export const WorkContext = createContext<Store<HeldWork> | null>(null)

export function createWorkStore(): Store<HeldWork> {
  return createStore<HeldWork>(new Map())
}

/** The browser asks before it leaves or reloads a page with unsaved work. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

let unblock: (() => void) | null = null

/** The same before a link or the browser's own buttons lead to another page of the site. */
function guardLinks(history: RouterHistory, question: string): void {
  const isAnyLost = [...onPage.get().values()].includes('onPage')
  if (isAnyLost) {
    unblock ??= history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && !window.confirm(question),
    })
  } else {
    unblock?.()
    unblock = null
  }
}

function hold(store: Store<HeldWork>, owner: object, work: UnsavedWork | null): void {
  const held = new Map(store.get())
  if (work === null) held.delete(owner)
  else held.set(owner, work)
  store.set(held)
}

/** Says what its caller holds that is not saved; null for nothing. */
export function useUnsavedWork(work: UnsavedWork | null): void {
  const { history } = useRouter()
  const question = useText()('ui.leaveUnsaved')
  const [owner] = useState(() => ({}))
  const around = use(WorkContext)
  useEffect(() => {
    if (work === null) return
    const stores = around ? [onPage, around] : [onPage]
    for (const store of stores) hold(store, owner, work)
    addEventListener('beforeunload', confirmLeaving)
    guardLinks(history, question)
    return () => {
      for (const store of stores) hold(store, owner, null)
      // A listener alone can keep a page out of the browser's back/forward cache.
      if (onPage.get().size === 0) removeEventListener('beforeunload', confirmLeaving)
      guardLinks(history, question)
    }
  }, [owner, around, work, history, question])
}
