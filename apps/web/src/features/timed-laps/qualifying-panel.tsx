import type { LiveSession } from '@pitboard/contract/live/live'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatGap, formatLapTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { Card } from '../../ui/card.tsx'
import { CarName } from '../outlook/car-name.tsx'
import { type Derivation, useDerived } from '../outlook/use-derived.ts'
import { type CutZone, cutZoneOf, isPartOver } from './cut-zone.ts'
import { type CompletedLap, completedLapsOf, type FlyingLap, flyingLapsOf } from './flying-laps.ts'
import { SectorBars } from './sector-bars.tsx'

interface QualifyingView {
  readonly flying: readonly FlyingLap[]
  readonly completed: readonly CompletedLap[]
  readonly cut: CutZone | null
  readonly isOver: boolean
  /** They are the best laps, the fastest first. */
  readonly best: readonly BestLap[]
}

interface BestLap {
  readonly place: number
  readonly lapMs: number
}

/** The panel is drawn twice a second: nobody reads the number of a sector while it runs. */
const STEP_MS = 500
const COMPLETED_MAX = 3
/** The panel shows the cars that reach the line next; more would push the drop zone out of sight. The tower has all. */
const FLYING_SHOWN = 8
/** Where nobody is eliminated, the first three are how it ended. */
const BEST_SHOWN = 3

const VIEW: Derivation<QualifyingView> = {
  keyOf: ({ id, sessionTimeMs, events }) =>
    [id, Math.floor(sessionTimeMs / STEP_MS), events.length].join(),
  derive: (session) => ({
    flying: flyingLapsOf(session),
    completed: completedLapsOf(session).slice(0, COMPLETED_MAX),
    cut: cutZoneOf(session),
    isOver: isPartOver(session),
    best: bestOf(session),
  }),
}

function bestOf({ drivers }: LiveSession): BestLap[] {
  return drivers
    .flatMap(({ bestLapTimeMs }, place) =>
      bestLapTimeMs === null ? [] : [{ place, lapMs: bestLapTimeMs }],
    )
    .toSorted((a, b) => a.lapMs - b.lapMs)
    .slice(0, BEST_SHOWN)
}

/**
 * The panel shows who is on a fast lap and what it would be worth, who has just completed one, and who does not advance
 * as it stands.
 */
export function QualifyingPanel() {
  const t = useText()
  const view = useDerived(VIEW)
  if (!view) return null
  const { flying, completed, cut, isOver, best } = view
  return (
    <Card as="section" label={t('timed.qualifying')} frame>
      {isOver && best.length > 0 && <PartSummary best={best} cut={cut} />}
      {completed.length > 0 && (
        <Part title={t('timed.atTheLine')}>
          <ul>
            {completed.map((lap) => (
              <CompletedRow key={`${lap.driverIdx} ${lap.lapMs}`} lap={lap} />
            ))}
          </ul>
        </Part>
      )}
      {!isOver && (
        <Part title={t('timed.flying')} count={flying.length}>
          {flying.length === 0 ? (
            <p className="px-3 pb-2 text-muted">{t('timed.nobodyFlying')}</p>
          ) : (
            <ul>
              {flying.slice(0, FLYING_SHOWN).map((lap) => (
                <FlyingRow key={lap.driverIdx} lap={lap} />
              ))}
            </ul>
          )}
        </Part>
      )}
      {cut && cut.cars.length > 0 && <CutPart cut={cut} />}
    </Card>
  )
}

interface PartProps {
  readonly title: string
  readonly count?: number
  readonly children: ReactNode
}

function Part({ title, count, children }: PartProps) {
  return (
    <div className="border-t border-line first:border-t-0">
      <h2 className="label px-3 pt-1.5 pb-1">
        {title}
        {count !== undefined && count > 0 && <span className="ml-1.5 text-text">{count}</span>}
      </h2>
      {children}
    </div>
  )
}

function FlyingRow({ lap }: { readonly lap: FlyingLap }) {
  const t = useText()
  const { projection } = lap
  return (
    <li className="timing grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line px-3 first:border-t-0">
      <CarName place={lap.place} />
      <SectorBars sectors={lap.sectors} />
      <span className="min-w-20 text-right leading-tight tabular-nums">
        {projection ? (
          <>
            <span className={projection.isImprovement ? 'font-semibold' : 'text-muted'}>
              {projection.isImprovement
                ? t('timed.ifItHolds', { position: projection.position })
                : t('timed.noImprovement')}
            </span>
            <span className="block text-small text-muted">
              <CutOrBest projection={projection} />
            </span>
          </>
        ) : (
          <span className="text-muted">
            {lap.position === null ? '–' : t('timed.nowAt', { position: lap.position })}
          </span>
        )}
      </span>
    </li>
  )
}

function CutOrBest({ projection }: { readonly projection: NonNullable<FlyingLap['projection']> }) {
  const t = useText()
  const { toCutMs, toBestMs } = projection
  if (toCutMs !== null) {
    return (
      <span className={toCutMs > 0 ? 'text-secondary' : 'text-personal-best'}>
        {t('timed.toCut', { gap: formatGap(toCutMs, 3) })}
      </span>
    )
  }
  return <>{toBestMs === null ? '' : t('timed.toBest', { gap: formatGap(toBestMs, 3) })}</>
}

function CompletedRow({ lap }: { readonly lap: CompletedLap }) {
  const t = useText()
  return (
    <li className="timing flex items-center gap-3 border-t border-line px-3 tabular-nums first:border-t-0">
      <CarName place={lap.place} />
      <span className="text-timing font-semibold">
        <LapTimeText text={formatLapTime(lap.lapMs)} mark={lap.mark} />
      </span>
      <span className="ml-auto text-small text-muted">
        {lap.toBestMs > 0 && t('timed.toBest', { gap: formatGap(lap.toBestMs, 3) })}
      </span>
      <span className="min-w-9 text-right text-timing font-semibold">
        {lap.position === null ? '–' : t('timed.positionOf', { position: lap.position })}
      </span>
    </li>
  )
}

function CutPart({ cut }: { readonly cut: CutZone }) {
  const t = useText()
  return (
    <Part title={cut.isFinal ? t('timed.eliminated') : t('timed.dropZone')} count={cut.cars.length}>
      <ul className="grid grid-cols-2 gap-x-3 px-3 pb-1.5">
        {cut.cars.map((car) => (
          <li key={car.driverIdx} className="timing flex items-center gap-2 tabular-nums">
            <span className="w-6 text-right text-muted">{car.position}</span>
            <CarName place={car.place} />
            <span className={`ml-auto text-small ${cut.isFinal ? 'text-muted' : 'text-secondary'}`}>
              {car.lackMs === null ? t('timed.noTime') : formatGap(car.lackMs, 3)}
            </span>
            {/* A sign in front of the number would move it. */}
            <span aria-hidden="true" className="w-3 text-small">
              {car.isFlying ? '●' : ''}
            </span>
            {car.isFlying && <span className="sr-only">{t('timed.isFlying')}</span>}
          </li>
        ))}
      </ul>
    </Part>
  )
}

interface PartSummaryProps {
  readonly best: readonly BestLap[]
  readonly cut: CutZone | null
}

function PartSummary({ best: [fastest, ...others], cut }: PartSummaryProps) {
  const t = useText()
  if (!fastest) return null
  return (
    <Part title={t('timed.summary')}>
      <dl className="timing grid grid-cols-[auto_1fr_auto] items-center gap-x-3 px-3 pb-1.5 tabular-nums">
        <dt className="text-muted">{t('timed.fastest')}</dt>
        <dd>
          <CarName place={fastest.place} />
        </dd>
        <dd className="text-right font-semibold">
          <LapTimeText text={formatLapTime(fastest.lapMs)} mark="sessionBest" />
        </dd>
        {cut === null &&
          others.map(({ place, lapMs }, index) => (
            <Fragment key={place}>
              <dt className="text-muted">{t('timed.positionOf', { position: index + 2 })}</dt>
              <dd>
                <CarName place={place} />
              </dd>
              <dd className="text-right">{formatGap(lapMs - fastest.lapMs, 3)}</dd>
            </Fragment>
          ))}
        {cut && cut.marginMs !== null && (
          <>
            <dt className="text-muted">{t('timed.margin')}</dt>
            <dd className="col-span-2 text-right">{formatGap(cut.marginMs, 3)}</dd>
          </>
        )}
      </dl>
    </Part>
  )
}
