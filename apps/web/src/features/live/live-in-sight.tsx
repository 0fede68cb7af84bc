import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { createSightStore } from './sight-store.ts'
import { LiveStoreContext, useLiveStore } from './use-live.ts'

/**
 * A part of the page that changes once a second while it is on a page of a phone that is not turned to.
 * What is only scrolled out of sight is always current.
 */
export function LiveInSight(props: ComponentProps<'div'>) {
  const store = useLiveStore()
  const element = useRef<HTMLDivElement>(null)
  const [sightStore] = useState(() => createSightStore(store))
  useLayoutEffect(() => sightStore.start(), [sightStore])
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1)
      if (entry) sightStore.setInSight(entry.isIntersecting || !isBeside(entry))
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

function isBeside({ boundingClientRect: { left, right } }: IntersectionObserverEntry): boolean {
  return right <= 0 || left >= window.innerWidth
}
