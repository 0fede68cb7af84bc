import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** So far beyond the window counts as near: as much again. */
const NEAR = '100% 0px'
const WITHIN_MS = 250
/** What is left of an idle time may be too short for another chart. */
const LEFT_MS = 5

/** The waiting places stand in the order of the page. */
const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null
let isAsked = false

/** Has something drawn once it is near the window, or the browser has nothing else to do. */
function drawWhenNear(place: Element, draw: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) take(target)
    },
    { rootMargin: NEAR },
  )
  waiting.set(place, draw)
  observer.observe(place)
  askForTime()
  return () => forget(place)
}

function take(place: Element): void {
  const draw = waiting.get(place)
  forget(place)
  draw?.()
}

function forget(place: Element): void {
  waiting.delete(place)
  observer?.unobserve(place)
}

function askForTime(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(drawNext, { timeout: WITHIN_MS })
  else setTimeout(drawNext)
}

/** Draws as many places as there is time for: after that the page can respond to its reader. */
function drawNext(time?: IdleDeadline): void {
  isAsked = false
  do {
    const [next] = waiting.keys()
    if (!next) return
    // React renders it at once, so that the work counts against the time.
    flushSync(() => take(next))
  } while (time && time.timeRemaining() > LEFT_MS)
  askForTime()
}

/** The browser neither lays out nor paints a place with this class until its turn has come. */
export const LATER = '[content-visibility:auto]'

/** Lays the place out once the reader comes near, or the browser has nothing else to do. */
export function useLayOutWhenNear(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    return drawWhenNear(element, () => {
      element.style.contentVisibility = 'visible'
      // The layout is read now, so that it counts against the idle time, and not with all others in the next frame.
      element.getBoundingClientRect()
    })
  }, [place])
}

interface WhenNearProps {
  /** The reserved place has this class; it is about as high as its content. */
  readonly className: string
  readonly children: ReactNode
}

/** Renders what it holds once the reader comes near, or the browser has nothing else to do. */
export function WhenNear({ className, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    return drawWhenNear(place.current, () => setIsDue(true))
  }, [])
  if (isDue) return children
  return (
    <div
      ref={place}
      aria-hidden="true"
      className={`skeleton animate-none rounded-l border border-line bg-panel ${className}`}
    />
  )
}
