import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { fitTrack, knownShare, type TrackFit } from '@pitboard/analysis/track/track-geometry'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useLive } from '../race/use-live.ts'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { WHOLE_MAP } from './map-view.ts'
import type { MapPicture } from './paint-map.ts'

/** The page and its tower stand without it. */
const MapCanvas = lazyPart(async () => (await import('./map-canvas.tsx')).MapCanvas, {
  fallback: null,
})
void MapCanvas.preload()

/** Shows the track with its cars, as a picture. From 768 px it is as high as what stands beside it. */
export function TrackPicture() {
  const box = useMapBox()
  return (
    <MapFigure {...box} view={WHOLE_MAP} isCentred={false} className="h-60 sm:h-72 md:h-full" />
  )
}

export interface MapBox {
  readonly box: RefObject<HTMLDivElement | null>
  readonly width: number
  readonly height: number
  /** It is null while neither the track nor the size of the box is known. */
  readonly fit: TrackFit | null
}

const PADDING_REM = 2.25

export function useMapBox(): MapBox {
  const outline = useLive((session) => session.trackOutline)
  const [box, { width, height }] = useElementSize<HTMLDivElement>()
  const fit = useMemo(() => {
    if (!outline || width === 0) return null
    // Names at the edge need room, and grow with the type of a wall.
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    return fitTrack(outline, { width, height, padding: PADDING_REM * rem })
  }, [outline, width, height])
  return { box, width, height, fit }
}

interface MapFigureProps extends MapBox, Pick<MapPicture, 'view' | 'isCentred'> {
  /** The class sets its height. */
  readonly className?: string
  readonly children?: ReactNode
}

/** Shows the track as far as it is known, and where the cars are on it now. */
export function MapFigure({
  box,
  fit,
  className = 'h-60 sm:h-72 wide:h-80',
  children,
  ...picture
}: MapFigureProps) {
  const t = useText()
  const known = useLive((session) => knownShare(session.trackOutline)) ?? 0
  const { driverIdx: focusIdx } = useDriverFocus()
  return (
    <Card as="figure" frame>
      <div
        ref={box}
        className={`relative overflow-hidden ${className} ${picture.view.zoom > 1 ? 'touch-none' : 'touch-pan-x touch-pan-y'}`}
      >
        {fit && <MapCanvas picture={{ ...picture, fit, focusIdx }} />}
        {children}
      </div>
      {known < 1 && (
        <figcaption className="label absolute inset-x-3 bottom-2">
          {known > 0
            ? t('live.trackLearned', { percent: Math.floor(known * 100) })
            : t('live.trackUnknown')}
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
