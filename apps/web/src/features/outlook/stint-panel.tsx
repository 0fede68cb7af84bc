import {
  type StintEnd,
  type StintOutlook,
  stintOutlooksOf,
} from '@pitboard/contract/outlook/stint-outlook'
import { type Undercut, undercutsOf } from '@pitboard/contract/outlook/undercut'
import type { LiveSession } from '@pitboard/contract/live/live'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { wearTone, worstWear } from '../live/car-figures.ts'
import { driverCode } from '../live/driver-code.ts'
import { standingOf } from '../live/standing.ts'
import { useCar, useLiveStore } from '../live/use-live.ts'
import { CarName } from './car-name.tsx'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'
import { type Derivation, gapsKey, useDerived } from './use-derived.ts'

interface CarOutlook {
  /** In `drivers`. */
  readonly place: number
  readonly stint: StintOutlook | null
  readonly undercut: Undercut | null
}

const OUTLOOKS: Derivation<readonly CarOutlook[]> = {
  keyOf(session) {
    const cars = session.drivers.map(
      ({ tyreWear, currentTyreAgeLaps, sector }) =>
        `${tyreWear && worstWear(tyreWear)}:${currentTyreAgeLaps}:${sector}`,
    )
    return [gapsKey(session), ...cars].join()
  },
  derive: outlooksOf,
}

/** The leader first, as far as something is known of their tyres. */
function outlooksOf(session: LiveSession): readonly CarOutlook[] {
  const stints = stintOutlooksOf(session)
  const undercuts = undercutsOf(session)
  return standingOf(session)
    .order.map((place) => ({
      place,
      stint: stints[place] ?? null,
      undercut: undercuts[place] ?? null,
    }))
    .filter(({ stint, undercut }) => stint ?? undercut)
}

/** How long the tyres of each car last, when its stint is likely to end, and what an undercut brings. */
export function StintPanel() {
  const text = useText()
  const cars = useDerived(OUTLOOKS) ?? []
  const hasUndercuts = cars.some(({ undercut }) => undercut)
  const notes = [
    text('panels.stintOutlookNote'),
    ...(hasUndercuts ? [text('panels.undercutNote')] : []),
  ]
  const heads: readonly PlainKey[] = [
    ...(['panels.tyreWear', 'panels.wornAt', 'panels.stintEnd', 'panels.wearThen'] as const),
    ...(hasUndercuts ? (['panels.undercut'] as const) : []),
  ]
  return (
    <OutlookCard
      title={text('panels.stintOutlook')}
      note={notes.join(' ')}
      empty={cars.length === 0 ? text('panels.noStints') : null}
    >
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow
          first={[text('live.driver'), text('live.tyre')]}
          others={heads.map((head) => text(head))}
        />
        <tbody>
          {cars.map((car) => (
            <CarRow key={car.place} car={car} hasUndercuts={hasUndercuts} />
          ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

interface CarRowProps {
  readonly car: CarOutlook
  readonly hasUndercuts: boolean
}

function CarRow({ car: { place, stint, undercut }, hasUndercuts }: CarRowProps) {
  const text = useText()
  const tyreCompound = useCar(place, (driver) => driver.currentTyreCompound)
  const age = useCar(place, (driver) => driver.currentTyreAgeLaps)
  return (
    <tr className="border-t border-line text-right whitespace-nowrap">
      <th scope="row" className="px-1 pl-3 text-left">
        <CarName place={place} />
      </th>
      <td className="px-1">
        <span className="flex items-center gap-1.5">
          {tyreCompound !== null && <TyreBadge tyreCompound={tyreCompound} />}
          <span className="text-muted" title={text('live.tyreAge')}>
            {age ?? '–'}
          </span>
        </span>
      </td>
      <td className="px-1">
        <Wear percent={stint?.wearPercent ?? null} />
      </td>
      <td className="px-1">
        {stint?.limitLap ? text('panels.inLap', { lap: stint.limitLap }) : '–'}
      </td>
      <EndCells end={stint?.end ?? null} />
      {hasUndercuts && (
        <td className="pr-3 pl-1">{undercut ? <UndercutGain undercut={undercut} /> : '–'}</td>
      )}
    </tr>
  )
}

function Wear({ percent }: { readonly percent: number | null }) {
  const text = useText()
  if (percent === null) return <>–</>
  return <span className={wearTone(percent)}>{text('panels.percent', { percent })}</span>
}

const REASONS = {
  others: 'panels.endsByOthers',
  wear: 'panels.endsByWear',
  finish: 'panels.endsByFinish',
} as const satisfies Readonly<Record<StintEnd['reason'], PlainKey>>

function EndCells({ end }: { readonly end: StintEnd | null }) {
  const text = useText()
  return (
    <>
      <td className="px-1" title={end ? text(REASONS[end.reason]) : undefined}>
        {end ? text('panels.inLap', { lap: end.lap }) : '–'}
        {end && <span className="sr-only"> {text(REASONS[end.reason])}</span>}
      </td>
      <td className="px-1 last:pr-3">
        <Wear percent={end?.wearPercent ?? null} />
      </td>
    </>
  )
}

/** Green where the car would be ahead even after a slow out lap. */
function UndercutGain({ undercut }: { readonly undercut: Undercut }) {
  const text = useText()
  const { view } = useLiveStore()
  const { driverIdx, gapMs, gainMs, lowMs, highMs } = undercut
  const drivers = view().session?.drivers ?? []
  const place = drivers.findIndex((driver) => driver.driverIdx === driverIdx)
  const spread = ((highMs - lowMs) / 2000).toFixed(1)
  const sentence = text('panels.undercutGain', {
    ...{ gain: formatGap(gainMs), driver: driverCode(drivers, place) },
    ...{ low: formatGap(lowMs), high: formatGap(highMs), gap: (gapMs / 1000).toFixed(1) },
  })
  return (
    <span title={sentence}>
      <span aria-hidden="true" className={lowMs > gapMs ? 'font-semibold text-good' : ''}>
        {formatGap(gainMs)} <span className="text-muted">±{spread}</span>
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}
