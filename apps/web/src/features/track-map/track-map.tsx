import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { fitTrack, knownShare } from '@pitboard/contract/sessions/track-geometry'
import { CarDots } from './car-dots.tsx'
import { useLive } from '../live/use-live.ts'

/** The track as the cars have drawn it so far, and where they are on it now. */
export function TrackMap() {
  const text = useText()
  const outline = useLive((session) => session.trackOutline)
  const trackName = useLive((session) => session.trackName) ?? ''
  const [box, { width, height }] = useElementSize<HTMLDivElement>()
  const fit = useMemo(
    () => (outline && width > 0 ? fitTrack(outline, { width, height, padding: 36 }) : null),
    [outline, width, height],
  )
  const known = outline ? knownShare(outline) : 0
  return (
    <Card as="figure" frame>
      <div ref={box} className="relative h-60 sm:h-72 wide:h-80">
        {fit && (
          <svg
            width={width}
            height={height}
            // Out of the flow, or the map would hold its box open when the page gets narrower.
            className="absolute inset-0"
            role="img"
            aria-label={text('live.carsOnTrack', { track: trackName })}
          >
            <path
              d={fit.path}
              className="fill-none stroke-road"
              strokeWidth="9"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            <path
              d={fit.path}
              className="fill-none stroke-page"
              strokeWidth="5"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            {fit.line && (
              <rect
                x="-1.5"
                y="-8"
                width="3"
                height="16"
                className="fill-text"
                transform={`translate(${fit.line.left} ${fit.line.top}) rotate(${fit.line.angle})`}
              />
            )}
            <CarDots project={fit.project} />
          </svg>
        )}
      </div>
      {known < 1 && (
        <figcaption className="label absolute inset-x-3 bottom-2">
          {known > 0
            ? text('live.trackLearned', { percent: Math.floor(known * 100) })
            : text('live.trackUnknown')}
        </figcaption>
      )}
    </Card>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

function useElementSize<T extends Element>(): [RefObject<T | null>, Size] {
  const element = useRef<T>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}
