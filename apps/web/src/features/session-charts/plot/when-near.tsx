import { type ReactNode, useEffect, useRef, useState } from 'react'
import { drawWhenNear } from './draw-queue.ts'

interface WhenNearProps {
  /** Of the place that is kept, about as high as what will stand there. */
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
