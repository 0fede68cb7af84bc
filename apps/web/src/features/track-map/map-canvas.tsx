import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { useLive, useLiveStore } from '../live/use-live.ts'
import { type MapPainting, type MapPicture, paintMap } from './paint-map.ts'

/** React knows its size alone: the picture is painted past it. */
export function MapCanvas({ picture }: { readonly picture: MapPicture }) {
  const text = useText()
  const store = useLiveStore()
  const trackName = useLive((session) => session.trackName) ?? ''
  const canvas = useRef<HTMLCanvasElement>(null)
  const present = useRef(picture)
  const painting = useRef<MapPainting>(null)

  useEffect(() => {
    if (!canvas.current) return
    const started = paintMap(canvas.current, store, () => present.current)
    painting.current = started
    return started.stop
  }, [store])

  useEffect(() => {
    present.current = picture
    painting.current?.repaint()
  }, [picture])

  return (
    <canvas
      ref={canvas}
      // Out of the flow, or the map would hold its box open when the page gets narrower.
      className="timing absolute inset-0"
      style={{ width: picture.width, height: picture.height }}
      role="img"
      aria-label={text('live.carsOnTrack', { track: trackName })}
    />
  )
}
