import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenSeenProps {
  /**
   * The reserved place, which stays around the content, has this class: it is at least as high as the content, so that
   * nothing below moves.
   */
  readonly className: string
  readonly children: ReactNode
}

/** Renders and loads its content once the reader scrolls to it, never before: most visitors watch the race. */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setIsSeen(true)
      observer.disconnect()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isSeen && children}
    </div>
  )
}
