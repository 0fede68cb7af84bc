import { valueAt } from '@pitboard/analysis/comparison/aligned-lap'
import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { useStore } from '../../../state/store.ts'
import { formatLapTime } from '../../../timing/format-lap-time.ts'
import { ChartCard } from '../../../timing/plot/chart-card.tsx'
import type { ShownComparison } from '../compared/compared-laps.ts'
import { LapBadge } from '../compared/lap-badge.tsx'
import { formatDelta, driverName } from '../compared/lap-name.ts'
import { THEORETICAL_LOOK, type Theoretical } from '../compared/theoretical.ts'
import { followGestures } from '../../../timing/plot/plot-gestures.ts'
import { PlotSlider } from '../../../timing/plot/plot-slider.tsx'
import type { PlotView } from '../../../timing/plot/plot-view.ts'
import { PlotZoom } from '../../../timing/plot/plot-zoom.tsx'
import { StripChart } from '../plot/strip-chart.tsx'
import { STRIP_MARGINS } from '../plot/strip-frame.ts'
import { CHANNEL_KEYS, SHOWN_CHANNELS, type ShownChannel } from './shown-channels.ts'
import { type DrawnLap, drawnLaps, isKnown, type ShownStrip, showStrips } from './shown-strips.ts'
import { TraceTable } from './trace-table.tsx'

const CHIP_LOOK =
  'timing control rounded-m border border-line px-2.5 text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-text'

interface TraceChartsProps {
  readonly comparison: ShownComparison
  readonly view: PlotView
  readonly channels: readonly ShownChannel[]
  readonly onChannels: (channels: readonly ShownChannel[]) => void
  /** The theoretical lap of the reference's driver is drawn too. */
  readonly hasTheoretical: boolean
  readonly theoretical: Theoretical
  readonly onTheoretical: (isShown: boolean) => void
}

/** Shows the delta and the channels of all laps against distance, with one cursor and one zoom. */
export function TraceCharts({
  comparison,
  view,
  channels,
  onChannels,
  hasTheoretical,
  theoretical,
  onTheoretical,
}: TraceChartsProps) {
  const t = useText()
  const { laps, strips } = useMemo(() => {
    const drawn = drawnLaps(comparison, theoretical ?? null, t)
    return { laps: drawn, strips: showStrips(comparison, channels, t, drawn) }
  }, [comparison, theoretical, channels, t])
  const unknown = channels.filter((key) => !isKnown(comparison, key))
  return (
    <ChartCard
      room={null}
      title={t('compare.traces')}
      note={t('compare.tracesNote')}
      choice={<PlotZoom view={view} />}
      table={<TraceTable comparison={comparison} laps={laps} view={view} strips={strips} />}
    >
      <div className="mb-2 flex flex-wrap gap-1.5">
        <ChannelChoice channels={channels} onChannels={onChannels} />
        <button
          type="button"
          aria-pressed={hasTheoretical}
          onClick={() => onTheoretical(!hasTheoretical)}
          className={CHIP_LOOK}
        >
          <span className="inline-flex items-center gap-2">
            <LapBadge look={THEORETICAL_LOOK} />
            {t('compare.theoretical')}
          </span>
        </button>
      </div>
      {hasTheoretical && <TheoreticalText comparison={comparison} theoretical={theoretical} />}
      <PlotSlider
        view={view}
        label={t('compare.cursor')}
        wordsOf={(distance) => t('compare.metres', { distance })}
        min={0}
        step={5}
      />
      <StripStack comparison={comparison} laps={laps} view={view} strips={strips} />
      {unknown.length > 0 && (
        <p className="mt-3 text-small text-muted">
          {t('compare.notSent', {
            channels: unknown.map((key) => t(SHOWN_CHANNELS[key].name)).join(', '),
          })}
        </p>
      )}
    </ChartCard>
  )
}

interface TheoreticalTextProps {
  readonly comparison: ShownComparison
  readonly theoretical: Theoretical
}

/** Says how quick the theoretical lap is, and from which laps it comes. */
function TheoreticalText({ comparison, theoretical }: TheoreticalTextProps) {
  const t = useText()
  const [{ details }] = comparison.laps
  const driver = driverName(details, t)
  const list = theoretical?.sources.map(({ lapNum: lap, parts }) =>
    t('compare.theoreticalParts', { lap, parts }),
  )
  const lapTimeMs = details.lapTimeMs ?? null
  return (
    <p role="status" className="mb-2 max-w-prose min-h-[3lh] sm:min-h-[2lh] text-small text-muted">
      {theoretical === undefined && t('compare.theoreticalLoading')}
      {theoretical === null && t('compare.theoreticalNone', { driver })}
      {theoretical && (
        <>
          <b className="timing text-timing font-semibold text-text tabular-nums">
            {formatLapTime(Math.round(theoretical.lapTimeMs))}
          </b>{' '}
          {lapTimeMs !== null && formatDelta(theoretical.lapTimeMs - lapTimeMs)}{' '}
          {t('compare.theoreticalOf', {
            driver,
            list: new Intl.ListFormat(t.locale).format(list ?? []),
          })}
        </>
      )}
    </p>
  )
}

interface StripStackProps {
  readonly comparison: ShownComparison
  readonly laps: readonly DrawnLap[]
  readonly view: PlotView
  readonly strips: readonly ShownStrip[]
}

function StripStack({ comparison, laps, view, strips }: StripStackProps) {
  const stack = useRef<HTMLDivElement>(null)
  const cursor = useRef<HTMLDivElement>(null)
  const marked = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!stack.current || !cursor.current || !marked.current) return undefined
    const overlays = { cursor: cursor.current, marked: marked.current }
    return followGestures(stack.current, overlays, view, () => STRIP_MARGINS)
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
              laps={laps}
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
  readonly laps: readonly DrawnLap[]
  readonly view: PlotView
  readonly isHeld: boolean
}

/** Shows what the lines say at the cursor. It alone renders again when the cursor moves. */
function StripValues({ comparison, laps, view, values, format, isHeld }: StripValuesProps) {
  const atM = useStore(view.cursor)
  const { grid } = comparison
  return (
    <span className="flex flex-wrap gap-x-4">
      {laps.map((lap, index) => {
        const channel = values[index] ?? null
        const value = isHeld
          ? (channel?.[Math.floor(atM / grid.stepM)] ?? null)
          : channel && valueAt(grid, channel, atM)
        return (
          <span key={lap.key} className="inline-flex items-center gap-1.5">
            <LapBadge look={lap.look} />
            <span className="sr-only">{lap.name}</span>
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
    <ul aria-label={t('compare.channels')} className="flex flex-wrap gap-1.5">
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
              className={CHIP_LOOK}
            >
              {t(SHOWN_CHANNELS[key].name)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
