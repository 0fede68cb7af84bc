import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { useLive, useLiveStore } from '../race/use-live.ts'
import { startPainter } from './map-thread.ts'
import { type MapPainting, type MapPicture, paintMap } from './paint-map.ts'

/** React knows its size alone: the picture is painted past it. */
export function MapCanvas({ picture }: { readonly picture: MapPicture }) {
  const t = useText()
  const store = useLiveStore()
  const trackName = useLive((session) => session.trackName) ?? ''
  const place = useRef<HTMLDivElement>(null)
  const present = useRef(picture)
  const painting = useRef<MapPainting>(null)

  useEffect(() => {
    if (!place.current) return
    const painter = startPainter(place.current)
    const started = paintMap(place.current, painter, store, () => present.current)
    painting.current = started
    return started.stop
  }, [store])

  useEffect(() => {
    present.current = picture
    painting.current?.repaint()
  }, [picture])

  const { width, height } = picture
  return (
    // Out of the flow, or the map would hold its box open when the page gets narrower.
    <div
      ref={place}
      className="timing absolute inset-0"
      style={{ width, height }}
      role="img"
      aria-label={t('live.carsOnTrack', { track: trackName })}
    />
  )
}
