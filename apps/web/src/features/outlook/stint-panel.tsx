import type { StintEnd } from '@pitboard/analysis/outlook/stint-outlook'
import type { Undercut } from '@pitboard/analysis/outlook/undercut'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { useCar } from '../race/use-live.ts'
import { CarName } from './car-name.tsx'
import { CAR_OUTLOOKS, type CarOutlook, STINT_END_REASONS } from './car-outlooks.ts'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'
import { formatGain, undercutTone, useUndercutText, Wear } from './outlook-values.tsx'
import { useDerived } from './use-derived.ts'

/** Shows how long the tyres of each car last, when its stint is likely to end, and what an undercut brings. */
export function StintPanel() {
  const t = useText()
  const cars = useDerived(CAR_OUTLOOKS) ?? []
  const shown: ShownColumns = {
    limits: cars.some(({ stint }) => stint?.limitLap),
    ends: cars.some(({ stint }) => stint?.end),
    undercuts: cars.some(({ undercut }) => undercut),
  }
  const notes = [
    t('panels.stintOutlookNote'),
    ...(shown.undercuts ? [t('panels.undercutNote')] : []),
  ]
  const heads: readonly PlainKey[] = [
    'panels.tyreWear',
    ...(shown.limits ? (['panels.wornAt'] as const) : []),
    ...(shown.ends ? (['panels.stintEnd', 'panels.wearThen'] as const) : []),
    ...(shown.undercuts ? (['panels.undercut'] as const) : []),
  ]
  return (
    <OutlookCard
      title={t('panels.stintOutlook')}
      note={notes.join(' ')}
      empty={cars.length === 0 ? t('panels.noStints') : null}
    >
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow first={[t('live.driver'), t('live.tyre')]} others={heads.map((head) => t(head))} />
        <tbody>
          {cars.map((car) => (
            <CarRow key={car.place} car={car} shown={shown} />
          ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

/** Some car has a value in each of these columns. */
interface ShownColumns {
  readonly limits: boolean
  readonly ends: boolean
  readonly undercuts: boolean
}

interface CarRowProps {
  readonly car: CarOutlook
  readonly shown: ShownColumns
}

function CarRow({ car: { place, stint, undercut }, shown }: CarRowProps) {
  const t = useText()
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
          <span className="text-muted" title={t('live.tyreAge')}>
            {age ?? '–'}
          </span>
        </span>
      </td>
      <td className="px-1 last:pr-3">
        <Wear percent={stint?.wearPercent ?? null} />
      </td>
      {shown.limits && (
        <td className="px-1 last:pr-3">
          {stint?.limitLap ? t('panels.inLap', { lap: stint.limitLap }) : '–'}
        </td>
      )}
      {shown.ends && <EndCells end={stint?.end ?? null} />}
      {shown.undercuts && (
        <td className="pr-3 pl-1">{undercut ? <UndercutGain undercut={undercut} /> : '–'}</td>
      )}
    </tr>
  )
}

function EndCells({ end }: { readonly end: StintEnd | null }) {
  const t = useText()
  return (
    <>
      <td className="px-1" title={end ? t(STINT_END_REASONS[end.reason]) : undefined}>
        {end ? t('panels.inLap', { lap: end.lap }) : '–'}
        {end && <span className="sr-only"> {t(STINT_END_REASONS[end.reason])}</span>}
      </td>
      <td className="px-1 last:pr-3">
        <Wear percent={end?.wearPercent ?? null} />
      </td>
    </>
  )
}

function UndercutGain({ undercut }: { readonly undercut: Undercut }) {
  const sentence = useUndercutText(undercut)
  const { gainMs, lowMs, highMs } = undercut
  return (
    <span title={sentence}>
      <span aria-hidden="true" className={undercutTone(undercut)}>
        {formatGain(gainMs)}{' '}
        <span className="text-muted">±{((highMs - lowMs) / 2000).toFixed(1)}</span>
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}
