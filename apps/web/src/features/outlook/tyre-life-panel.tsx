import { useText } from '../../messages/use-text.ts'
import { formatGap } from '../../timing/format-lap-time.ts'
import { compoundOf } from '../../timing/names.ts'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { HeadRow } from './head-row.tsx'
import { OutlookCard } from './outlook-card.tsx'
import { type TyreLife, tyreLifeOf } from './tyre-life.ts'
import { type Derivation, lapsKey, useDerived } from './use-derived.ts'

const TYRE_LIFE: Derivation<readonly TyreLife[]> = { keyOf: lapsKey, derive: tyreLifeOf }

const HEADS = ['sets', 'longest', 'average', 'carsNow', 'lossPerLap'] as const

/** Shows how long the sets of each compound last, and what a lap costs them. */
export function TyreLifePanel() {
  const t = useText()
  const compounds = useDerived(TYRE_LIFE) ?? []
  return (
    <OutlookCard
      title={t('panels.tyreLife')}
      note={t('panels.tyreLifeNote')}
      empty={compounds.length === 0 ? t('panels.noLaps') : null}
    >
      <table className="timing w-full border-collapse tabular-nums">
        <HeadRow first={[t('live.tyre')]} others={HEADS.map((head) => t(`panels.${head}`))} />
        <tbody>
          {compounds.map((life) => (
            <CompoundRow key={life.tyreCompound} life={life} />
          ))}
        </tbody>
      </table>
    </OutlookCard>
  )
}

function CompoundRow({ life }: { readonly life: TyreLife }) {
  const t = useText()
  return (
    <tr className="border-t border-line text-right">
      <th scope="row" className="py-1 pl-3 text-left font-normal">
        <span className="inline-flex items-center gap-1.5">
          <TyreBadge tyreCompound={life.tyreCompound} />
          <span aria-hidden="true">{t(compoundOf(life.tyreCompound).name)}</span>
        </span>
      </th>
      <td className="px-1">{life.stints}</td>
      <td className="px-1">{life.longestLaps}</td>
      <td className="px-1">{life.averageLaps === null ? '–' : Math.round(life.averageLaps)}</td>
      <td className="px-1">{life.carsNow}</td>
      <td className="px-1 pr-3">{formatGap(life.lossPerLapMs, 3)}</td>
    </tr>
  )
}
