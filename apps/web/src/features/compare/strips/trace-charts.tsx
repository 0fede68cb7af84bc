import { valueAt } from '@pitboard/contract/comparison/aligned-lap'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import { ChartCard } from '../../../timing/plot/chart-card.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ShownComparison } from '../compared/compared-laps.ts'
import { LapBadge } from '../compared/lap-badge.tsx'
import { lapName } from '../compared/lap-name.ts'
import type { CompareView } from '../plot/compare-view.ts'
import { panBy, zoomAt } from '../plot/lap-window.ts'
import { StripChart } from '../plot/strip-chart.tsx'
import { followGestures } from '../plot/strip-gestures.ts'
import { CHANNEL_KEYS, SHOWN_CHANNELS, type ShownChannel } from './shown-channels.ts'
import { type ShownStrip, showStrips } from './shown-strips.ts'
import { TraceTable } from './trace-table.tsx'

const ZOOM_STEP = 1.6
/** Of the part in sight. */
const PAN_SHARE = 0.3

interface TraceChartsProps {
  readonly comparison: ShownComparison
  readonly view: CompareView
  readonly channels: readonly ShownChannel[]
  readonly onChannels: (channels: readonly ShownChannel[]) => void
}

/** The delta and the channels of all laps against distance, with one cursor and one zoom. */
export function TraceCharts({ comparison, view, channels, onChannels }: TraceChartsProps) {
  const t = useText()
  const strips = useMemo(() => showStrips(comparison, channels, t), [comparison, channels, t])
  return (
    <ChartCard
      room={null}
      title={t('compare.traces')}
      note={t('compare.tracesNote')}
      choice={<ZoomButtons view={view} />}
      table={<TraceTable comparison={comparison} view={view} strips={strips} />}
    >
      <ChannelChoice channels={channels} onChannels={onChannels} />
      <CursorSlider view={view} />
      <StripStack comparison={comparison} view={view} strips={strips} />
    </ChartCard>
  )
}

interface StripStackProps {
  readonly comparison: ShownComparison
  readonly view: CompareView
  readonly strips: readonly ShownStrip[]
}

function StripStack({ comparison, view, strips }: StripStackProps) {
  const stack = useRef<HTMLDivElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const marked = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!stack.current || !cursor.current || !marked.current) return undefined
    return followGestures(stack.current, { cursor: cursor.current, marked: marked.current }, view)
  }, [view])
  return (
    <div
      ref={stack}
      data-strips
      className="relative mt-2 flex touch-pan-y flex-col gap-2 overflow-hidden select-none"
    >
      {strips.map(({ key, title, strip, values, format }) => (
        <div key={key}>
          <div className="timing flex flex-wrap items-center justify-between gap-x-4 text-small">
            <span className="font-semibold">{title}</span>
            <StripValues
              comparison={comparison}
              view={view}
              values={values}
              format={format}
              isHeld={strip.isHeld}
            />
          </div>
          <StripChart label={title} strip={strip} view={view} />
        </div>
      ))}
      <div
        ref={marked}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 hidden bg-text/10"
      />
      <div
        ref={cursor}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 border-l border-dashed border-muted"
      />
    </div>
  )
}

interface StripValuesProps extends Pick<ShownStrip, 'values' | 'format'> {
  readonly comparison: ShownComparison
  readonly view: CompareView
  readonly isHeld: boolean
}

/** What the lines say at the cursor. It alone renders again when the cursor moves. */
function StripValues({ comparison, view, values, format, isHeld }: StripValuesProps) {
  const t = useText()
  const atM = useStore(view.cursorM)
  const { grid, laps } = comparison
  if (values.every((channel) => channel === null)) {
    return <span className="text-muted">{t('compare.notSent')}</span>
  }
  return (
    <span className="flex flex-wrap gap-x-4">
      {laps.map((lap, index) => {
        const channel = values[index] ?? null
        const value = isHeld
          ? (channel?.[Math.floor(atM / grid.stepM)] ?? null)
          : channel && valueAt(grid, channel, atM)
        return (
          <span key={lap.key} className="inline-flex items-center gap-1.5">
            <LapBadge look={lap} />
            <span className="sr-only">{lapName(lap.details, t)}</span>
            <span className="min-w-10 text-right font-medium tabular-nums">{format(value)}</span>
          </span>
        )
      })}
    </span>
  )
}

function ChannelChoice({
  channels,
  onChannels,
}: Pick<TraceChartsProps, 'channels' | 'onChannels'>) {
  const t = useText()
  return (
    <ul aria-label={t('compare.channels')} className="mb-2 flex flex-wrap gap-1.5">
      {CHANNEL_KEYS.map((key) => {
        const isShown = channels.includes(key)
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() =>
                onChannels(isShown ? channels.filter((other) => other !== key) : [...channels, key])
              }
              className="timing control rounded-m border border-line px-2.5 text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text"
            >
              {t(SHOWN_CHANNELS[key].name)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Moves the cursor without a mouse. */
function CursorSlider({ view }: { readonly view: CompareView }) {
  const t = useText()
  const atM = useStore(view.cursorM)
  const distance = t('compare.metres', { distance: Math.round(atM) })
  function zoomByKey(event: KeyboardEvent) {
    const zoomed = {
      '+': () => zoomAt(view.window.get(), ZOOM_STEP, view.cursorM.get(), view.lengthM),
      '-': () => zoomAt(view.window.get(), 1 / ZOOM_STEP, view.cursorM.get(), view.lengthM),
      '0': () => ({ fromM: 0, toM: view.lengthM }),
    }[event.key]
    if (zoomed === undefined) return
    event.preventDefault()
    view.show(zoomed())
  }
  return (
    <label className="control flex items-center gap-3">
      <span className="timing w-20 shrink-0 text-timing tabular-nums">{distance}</span>
      <input
        type="range"
        min={0}
        max={Math.floor(view.lengthM)}
        step={5}
        value={Math.round(atM)}
        aria-label={t('compare.cursor')}
        aria-valuetext={distance}
        onChange={({ target }) => view.reveal(Number(target.value))}
        onKeyDown={zoomByKey}
        className="h-6 w-full accent-text"
      />
    </label>
  )
}

function ZoomButtons({ view }: { readonly view: CompareView }) {
  const t = useText()
  const { fromM, toM } = useStore(view.window)
  const isWhole = toM - fromM >= view.lengthM
  const zoom = (factor: number) => {
    const at = view.cursorM.get()
    const atM = at >= fromM && at <= toM ? at : (fromM + toM) / 2
    view.show(zoomAt({ fromM, toM }, factor, atM, view.lengthM))
  }
  const pan = (share: number) =>
    view.show(panBy({ fromM, toM }, (toM - fromM) * share, view.lengthM))
  return (
    <div className="flex flex-wrap items-center">
      <IconButton
        icon="chevronLeft"
        label={t('compare.back')}
        disabled={fromM <= 0}
        onClick={() => pan(-PAN_SHARE)}
      />
      <IconButton
        icon="chevronRight"
        label={t('compare.forward')}
        disabled={toM >= view.lengthM}
        onClick={() => pan(PAN_SHARE)}
      />
      <SignButton
        label={t('compare.zoomOut')}
        sign="−"
        isOff={isWhole}
        onClick={() => zoom(1 / ZOOM_STEP)}
      />
      <SignButton
        label={t('compare.zoomIn')}
        sign="+"
        isOff={false}
        onClick={() => zoom(ZOOM_STEP)}
      />
      <Button
        look="quiet"
        size="small"
        disabled={isWhole}
        onClick={() => view.show({ fromM: 0, toM: view.lengthM })}
      >
        {t('compare.whole')}
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
