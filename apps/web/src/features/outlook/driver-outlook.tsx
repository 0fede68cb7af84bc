import type { ReactNode } from 'react'
import type { Undercut } from '@pitboard/analysis/outlook/undercut'
import { useText } from '../../messages/use-text.ts'
import { CAR_OUTLOOKS, STINT_END_REASONS } from './car-outlooks.ts'
import { undercutTone, useUndercutText, Wear } from './outlook-values.tsx'
import { useDerived } from './use-derived.ts'

/** Shows the stint and the undercut of one car, for the panel of its driver; shows nothing while nothing is known. */
export function DriverOutlook({ place }: { readonly place: number }) {
  const t = useText()
  const cars = useDerived(CAR_OUTLOOKS) ?? []
  const car = cars.find((each) => each.place === place)
  if (!car) return null
  const { stint, undercut } = car
  const end = stint?.end ?? null
  return (
    <dl className="timing flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-3 py-1">
      {stint && (
        <Entry label={t('panels.wornAt')}>
          {stint.limitLap === null
            ? t('panels.lastsToFinish')
            : t('panels.inLap', { lap: stint.limitLap })}
        </Entry>
      )}
      {end && (
        <Entry label={t('panels.stintEnds')}>
          {t('panels.inLap', { lap: end.lap })} <Wear percent={end.wearPercent} />{' '}
          <span className="text-muted">{t(STINT_END_REASONS[end.reason])}</span>
        </Entry>
      )}
      {undercut && (
        <Entry label={t('panels.undercut')}>
          <UndercutText undercut={undercut} />
        </Entry>
      )}
    </dl>
  )
}

function Entry({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="label whitespace-nowrap">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function UndercutText({ undercut }: { readonly undercut: Undercut }) {
  return <span className={undercutTone(undercut)}>{useUndercutText(undercut)}</span>
}
