import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { useDriverFocus } from '../live/driver-focus.tsx'
import { useLive } from '../live/use-live.ts'
import { MapFigure, useMapBox } from './track-picture.tsx'
import { useMapView, ZOOM_STEP } from './use-map-view.ts'

/** The track with its cars, to look at more closely: an enlarged map follows the focused driver. */
export function TrackMap() {
  const text = useText()
  const box = useMapBox()
  const { driverIdx } = useDriverFocus()
  const { view, isCentred, zoom, centre, reset } = useMapView(box, driverIdx)
  const isEnlarged = view.zoom > 1
  const canCentre = driverIdx !== null && !isCentred
  useShortcuts({
    '+': () => zoom(ZOOM_STEP),
    '-': () => zoom(1 / ZOOM_STEP),
    0: reset,
    ...(driverIdx === null ? {} : { c: centre }),
  })
  return (
    <MapFigure {...box} view={view} isCentred={isCentred}>
      <SafetyCarLabel />
      <div className="absolute top-1 right-1 flex opacity-70 focus-within:opacity-100 hover:opacity-100">
        {canCentre && <MapButton label={text('screen.centreCar')} sign="⌖" onClick={centre} />}
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

const LABELS: Readonly<Record<number, { readonly code: string; readonly text: PlainKey }>> = {
  [SafetyCarStatus.Full]: { code: 'SC', text: 'screen.safetyCar' },
  [SafetyCarStatus.Virtual]: { code: 'VSC', text: 'screen.virtualSafetyCar' },
}

/** No year of the game sends where the safety car is: the map shows that it is out. */
function SafetyCarLabel() {
  const text = useText()
  const label = LABELS[useLive((session) => session.safetyCarStatus) ?? 0]
  if (!label) return null
  return (
    <abbr
      title={text(label.text)}
      className="absolute top-2 left-2 rounded-s bg-flag-yellow px-1.5 font-semibold text-page no-underline"
    >
      {label.code}
    </abbr>
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
