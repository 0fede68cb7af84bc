import { SafetyCarStatus } from '@pitboard/contract/wire/enumerations'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { useLive } from '../race/use-live.ts'
import { MapFigure, useMapBox } from './track-picture.tsx'
import { useMapView, ZOOM_STEP } from './use-map-view.ts'

/** Shows the track with its cars, to look at more closely: an enlarged map follows the focused driver. */
export function TrackMap() {
  const t = useText()
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
        {canCentre && <MapButton label={t('screen.centreCar')} sign="car" onClick={centre} />}
        <MapButton label={t('live.zoomIn')} sign="plus" onClick={() => zoom(ZOOM_STEP)} />
        {isEnlarged && (
          <>
            <MapButton label={t('live.zoomOut')} sign="minus" onClick={() => zoom(1 / ZOOM_STEP)} />
            <MapButton label={t('live.wholeMap')} sign="whole" onClick={reset} />
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
  const t = useText()
  const label = LABELS[useLive((session) => session.safetyCarStatus) ?? 0]
  if (!label) return null
  return (
    <abbr
      title={t(label.text)}
      className="absolute top-2 left-2 rounded-s bg-flag-yellow-fill px-1.5 font-semibold text-ink no-underline"
    >
      {label.code}
    </abbr>
  )
}

const SIGNS = {
  car: 'M12 3v4m0 10v4M3 12h4m10 0h4M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  whole: 'M14 5h5v5m0-5-6 6M10 19H5v-5m0 5 6-6',
} as const

interface MapButtonProps {
  readonly label: string
  readonly sign: keyof typeof SIGNS
  readonly onClick: () => void
}

function MapButton({ label, sign, onClick }: MapButtonProps) {
  return (
    <Button look="quiet" size="square" aria-label={label} title={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="none" strokeWidth="2">
        <path d={SIGNS[sign]} stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </Button>
  )
}
