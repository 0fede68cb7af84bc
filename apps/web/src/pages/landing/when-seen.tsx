import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenSeenProps {
  /** Of the reserved place, about as high as its content. */
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
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  if (isSeen) return children
  return <div ref={place} className={className} />
}
