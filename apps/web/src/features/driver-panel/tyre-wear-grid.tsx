import type { TyreWear } from '@pitboard/contract/sessions/car-condition'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { wearTone } from '../live/car-figures.ts'

/** The corners stand as the tyres do on the car, seen from above. */
const CORNERS: readonly { corner: keyof TyreWear; short: PlainKey; long: PlainKey }[] = [
  { corner: 'frontLeft', short: 'panels.tyreFrontLeft', long: 'panels.tyreFrontLeftLong' },
  { corner: 'frontRight', short: 'panels.tyreFrontRight', long: 'panels.tyreFrontRightLong' },
  { corner: 'rearLeft', short: 'panels.tyreRearLeft', long: 'panels.tyreRearLeftLong' },
  { corner: 'rearRight', short: 'panels.tyreRearRight', long: 'panels.tyreRearRightLong' },
]

/** Shows the wear of the four tyres: a figure and a bar for each. */
export function TyreWearGrid({ wear }: { readonly wear: TyreWear }) {
  const t = useText()
  return (
    <ul className="grid w-fit grid-cols-2 gap-x-3 gap-y-0.5">
      {CORNERS.map(({ corner, short, long }) => (
        <li key={corner} title={t(long)} className="w-18">
          <span className="flex justify-between gap-2">
            <span aria-hidden="true" className="text-faint">
              {t(short)}
            </span>
            <span className="sr-only">{t(long)}</span>
            <span className={wearTone(wear[corner])}>
              {t('panels.percent', { percent: wear[corner] })}
            </span>
          </span>
          <span
            aria-hidden="true"
            className={`block h-0.5 bg-current ${wearTone(wear[corner])}`}
            style={{ width: `${wear[corner]}%` }}
          />
        </li>
      ))}
    </ul>
  )
}
