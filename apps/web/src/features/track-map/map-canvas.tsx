import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { useLive, useLiveStore } from '../race/use-live.ts'
import { type MapPainting, type MapPicture, paintMap } from './paint-map.ts'

/** React knows its size alone: the picture is painted past it. */
export function MapCanvas({ picture }: { readonly picture: MapPicture }) {
  const t = useText()
  const store = useLiveStore()
  const trackName = useLive((session) => session.trackName) ?? ''
  const track = useRef<HTMLCanvasElement>(null)
  const cars = useRef<HTMLCanvasElement>(null)
  const present = useRef(picture)
  const painting = useRef<MapPainting>(null)

  useEffect(() => {
    if (!track.current || !cars.current) return
    const canvases = { track: track.current, cars: cars.current }
    const started = paintMap(canvases, store, () => present.current)
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
      className="timing absolute inset-0"
      role="img"
      aria-label={t('live.carsOnTrack', { track: trackName })}
    >
      <canvas ref={track} className="absolute" style={{ width, height }} />
      <canvas ref={cars} className="absolute" style={{ width, height }} />
    </div>
  )
}
