import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { createSightStore } from './sight-store.ts'
import { LiveStoreContext, useLiveStore } from './use-live.ts'

interface LiveInSightProps extends ComponentProps<'div'> {
  /** Fixed while it is on the page; 0 for every change. */
  readonly paceMs?: number
}

/** A part of the page that changes at its own pace, and more slowly while it is out of sight. */
export function LiveInSight({ paceMs = 0, ...props }: LiveInSightProps) {
  const store = useLiveStore()
  const element = useRef<HTMLDivElement>(null)
  const [sightStore] = useState(() => createSightStore(store, paceMs))
  useLayoutEffect(() => sightStore.start(), [sightStore])
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      sightStore.setInSight(entries.at(-1)?.isIntersecting ?? true)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [sightStore])
  return (
    <LiveStoreContext value={sightStore}>
      <div ref={element} {...props} />
    </LiveStoreContext>
  )
}
