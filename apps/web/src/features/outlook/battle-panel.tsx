import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { useCar, useLive } from '../race/use-live.ts'
import { battlesOf, type Chase, type Fighter } from './battles.ts'
import { CarName } from './car-name.tsx'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'
import { type Derivation, gapsKey, useDerived } from './use-derived.ts'

const BATTLES: Derivation<ReturnType<typeof battlesOf>> = { keyOf: gapsKey, derive: battlesOf }

/** The panel shows cars that fight for a place: gaps now and a lap ago, tyres, and who was quicker. */
export function BattlePanel() {
  const t = useText()
  const battles = useDerived(BATTLES) ?? []
  const mayPass = useLive(({ safetyCarStatus }) => safetyCarStatus === 0)
  const none = t(mayPass === false ? 'panels.mayNotPass' : 'panels.noBattles')
  const hasErs = useLive(({ drivers }) => drivers.some((car) => car.ersStorePercent !== null))
  return (
    <OutlookCard
      title={t('panels.battles')}
      note={t('panels.battlesNote')}
      empty={battles.length === 0 ? none : null}
    >
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow
          first={['#', t('live.driver'), t('live.tyre'), ...(hasErs ? [t('panels.ers')] : [])]}
          others={[t('live.interval'), t('panels.gapBefore'), t('panels.lapDelta')]}
        />
        <tbody>
          {battles.flat().map((fighter) => (
            <FighterRow key={fighter.driverIdx} fighter={fighter} hasErs={hasErs === true} />
          ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

interface FighterRowProps {
  readonly fighter: Fighter
  readonly hasErs: boolean
}

function FighterRow({ fighter, hasErs }: FighterRowProps) {
  const t = useText()
  const { place, position, tyreCompound, tyreAgeLaps, chase } = fighter
  return (
    // The first car of a battle has nobody ahead.
    <tr className={chase ? undefined : 'border-t border-line'}>
      <td className="pr-1 pl-3 text-muted">{position}</td>
      <th scope="row" className="px-1 text-left">
        <CarName place={place} />
      </th>
      <td className="px-1">
        <span className="inline-flex items-center gap-1.5">
          {tyreCompound !== null && <TyreBadge tyreCompound={tyreCompound} />}
          <span className="text-muted" title={t('live.tyreAge')}>
            {tyreAgeLaps ?? '–'}
          </span>
        </span>
      </td>
      {hasErs && (
        <td className="px-1">
          <StoredEnergy place={place} />
        </td>
      )}
      {chase && <ChaseCells chase={chase} />}
    </tr>
  )
}

function StoredEnergy({ place }: { readonly place: number }) {
  const t = useText()
  const percent = useCar(place, (driver) => driver.ersStorePercent)
  return <>{percent === null ? '–' : t('panels.percent', { percent })}</>
}

const TREND_MARKS = { closing: '▼', steady: '=', fallingBack: '▲' } as const

function ChaseCells({ chase }: { readonly chase: Chase }) {
  const t = useText()
  const { gapMs, gapBeforeMs, trend, lapDeltaMs } = chase
  return (
    <>
      <td className="px-1 text-right font-semibold whitespace-nowrap">
        {formatGap(gapMs, 3)}{' '}
        <span
          title={t(`panels.${trend}`)}
          className={trend === 'closing' ? 'text-good' : 'text-muted'}
        >
          <span aria-hidden="true" className="inline-block w-3 text-center">
            {TREND_MARKS[trend]}
          </span>
          <span className="sr-only">{t(`panels.${trend}`)}</span>
        </span>
      </td>
      <td className="px-1 text-right text-muted">{formatGap(gapBeforeMs, 3)}</td>
      <td className="pr-3 pl-1 text-right">{formatGap(lapDeltaMs, 3)}</td>
    </>
  )
}
