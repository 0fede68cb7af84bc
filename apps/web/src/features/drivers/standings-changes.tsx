import type { AliasPreview } from '@pitboard/contract/seasons/standings'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'

interface StandingsChangesProps {
  readonly drivers: AliasPreview['drivers']
}

/** Shows places and points of drivers before and after a change that is not made yet. */
export function StandingsChanges({ drivers }: StandingsChangesProps) {
  const t = useText()
  if (drivers.length === 0) return <p>{t('organiser.movesNothing')}</p>
  return (
    <table className="timing w-full text-timing">
      <thead>
        <tr className="label text-left">
          <th scope="col">{t('season.name')}</th>
          <th scope="col" className="text-right">
            {t('organiser.before')}
          </th>
          <th scope="col" className="text-right">
            {t('organiser.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {drivers.map(({ key, name, tier = '', ...driver }) => (
          <tr key={`${tier} ${key}`} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-medium wrap-anywhere">
              {tier === '' ? name : `${name} · ${tier}`}
            </th>
            <Place position={driver.positionBefore} points={driver.pointsBefore} />
            <Place position={driver.positionAfter} points={driver.pointsAfter} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Place({
  position,
  points,
}: {
  readonly position: number | null
  readonly points: number | null
}) {
  const t = useText()
  return (
    <td className="text-right">
      {position === null || points === null
        ? '–'
        : t('organiser.placeAndPoints', {
            position,
            points: formatPoints(points, t.locale),
          })}
    </td>
  )
}
