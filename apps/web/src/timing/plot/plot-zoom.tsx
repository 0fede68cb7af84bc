import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { PlotView } from './plot-view.ts'
import { canZoom, isWhole, panBy, zoomAt } from './plot-window.ts'

export const ZOOM_STEP = 1.6
/** A step moves the charts by this share of the visible part. */
const PAN_SHARE = 0.3

/** Offers as buttons what a mouse and two fingers do on the charts. */
export function PlotZoom({ view }: { readonly view: PlotView }) {
  const t = useText()
  const window = useStore(view.window)
  const range = view.range()
  const isAll = isWhole(window, range)
  if (!canZoom(range)) return null
  const zoom = (factor: number) => {
    const at = view.cursor.get()
    const isInSight = at >= window.from && at <= window.to
    const middle = (window.from + window.to) / 2
    view.show(zoomAt(window, factor, isInSight ? at : middle, range))
  }
  const pan = (share: number) => view.show(panBy(window, (window.to - window.from) * share, range))
  return (
    <div className="flex flex-wrap items-center">
      <IconButton
        icon="chevronLeft"
        label={t('charts.back')}
        disabled={window.from <= range.from}
        onClick={() => pan(-PAN_SHARE)}
      />
      <IconButton
        icon="chevronRight"
        label={t('charts.forward')}
        disabled={window.to >= range.to}
        onClick={() => pan(PAN_SHARE)}
      />
      <SignButton
        label={t('charts.zoomOut')}
        sign="−"
        isOff={isAll}
        onClick={() => zoom(1 / ZOOM_STEP)}
      />
      <SignButton
        label={t('charts.zoomIn')}
        sign="+"
        isOff={window.to - window.from <= range.leastSpan}
        onClick={() => zoom(ZOOM_STEP)}
      />
      <Button look="quiet" size="small" disabled={isAll} onClick={() => view.show(range)}>
        {t('charts.whole')}
      </Button>
    </div>
  )
}

interface SignButtonProps {
  readonly label: string
  readonly sign: string
  readonly isOff: boolean
  readonly onClick: () => void
}

function SignButton({ label, sign, isOff, onClick }: SignButtonProps) {
  return (
    <Button
      look="quiet"
      size="square"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <span aria-hidden="true" className="text-subhead">
        {sign}
      </span>
    </Button>
  )
}
