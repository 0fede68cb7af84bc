import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MapFigure, useMapBox } from './track-picture.tsx'
import { useMapView, ZOOM_STEP } from './use-map-view.ts'

/** The track with its cars, to look at more closely: an enlarged map follows the focused driver. */
export function TrackMap() {
  const text = useText()
  const box = useMapBox()
  const { view, isMoved, zoom, reset } = useMapView(box)
  const isEnlarged = view.zoom > 1
  return (
    <MapFigure {...box} view={view} isCentred={isEnlarged && !isMoved}>
      <div className="absolute top-1 right-1 flex opacity-70 focus-within:opacity-100 hover:opacity-100">
        <MapButton label={text('live.zoomIn')} sign="+" onClick={() => zoom(ZOOM_STEP)} />
        {isEnlarged && (
          <>
            <MapButton label={text('live.zoomOut')} sign="−" onClick={() => zoom(1 / ZOOM_STEP)} />
            <MapButton label={text('live.wholeMap')} sign="⤢" onClick={reset} />
          </>
        )}
      </div>
    </MapFigure>
  )
}

interface MapButtonProps {
  readonly label: string
  readonly sign: string
  readonly onClick: () => void
}

function MapButton({ label, sign, onClick }: MapButtonProps) {
  return (
    <Button look="quiet" size="square" aria-label={label} title={label} onClick={onClick}>
      {sign}
    </Button>
  )
}
