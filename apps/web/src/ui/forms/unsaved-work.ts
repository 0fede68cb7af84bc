import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { createStore, type Store } from '../../state/store.ts'

/** Work is lost with the page, or with the tab alone: what is stored there, or being sent. */
type UnsavedWork = 'onPage' | 'inTab'

type HeldWork = ReadonlyMap<object, UnsavedWork>

type WorkAreas = readonly Store<HeldWork>[]

/** These parts of a page around it act on the unsaved work in them. */
export const WorkContext = createContext<WorkAreas>([])

function createWorkStore(): Store<HeldWork> {
  return createStore<HeldWork>(new Map())
}

/** A part of a page acts on the unsaved work in it; `areas` is for the context of its content. */
export function useWorkArea(): { readonly own: Store<HeldWork>; readonly areas: WorkAreas } {
  const around = use(WorkContext)
  const [own] = useState(createWorkStore)
  return { own, areas: useMemo(() => [...around, own], [around, own]) }
}

/** Returns whether it would be lost with the part. */
export function holdsUnsaved(part: Store<HeldWork>): boolean {
  return [...part.get().values()].includes('onPage')
}

const onPage = createWorkStore()

/** The browser asks before it leaves or reloads a page with unsaved work. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

let unblock: (() => void) | null = null

/** Asks the same before a link or the browser's own buttons lead to another page of the site. */
function guardLinks(history: RouterHistory, question: string): void {
  if (holdsUnsaved(onPage)) {
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

/** Says what its caller holds that is not saved; null stands for nothing. */
export function useUnsavedWork(work: UnsavedWork | null): void {
  const { history } = useRouter()
  const question = useText()('ui.leaveUnsaved')
  const [owner] = useState(() => ({}))
  const around = use(WorkContext)
  useEffect(() => {
    if (work === null) return
    const stores = [onPage, ...around]
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
