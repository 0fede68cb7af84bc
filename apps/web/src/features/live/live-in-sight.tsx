import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { frameTurns } from './frame-turns.ts'
import { createSightStore, RUNNING, type SightPace } from './sight-store.ts'
import { LiveStoreContext, useLiveStore } from '../race/use-live.ts'

interface LiveInSightProps extends ComponentProps<'div'> {
  /** It waits for no other part. */
  readonly isFirst?: boolean
  readonly pace?: SightPace
}

/**
 * Shows a part of the page that shares frames with other parts (see `createSightStore`). It is out of sight on a page
 * of a phone that is not turned to, or scrolled away.
 */
export function LiveInSight({ isFirst = false, pace = RUNNING, ...props }: LiveInSightProps) {
  const store = useLiveStore()
  const element = useRef<HTMLDivElement>(null)
  const [sightStore] = useState(() => createSightStore(store, isFirst ? null : frameTurns, pace))
  useLayoutEffect(() => sightStore.start(), [sightStore])
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1)
      if (entry) sightStore.setInSight(entry.isIntersecting)
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
