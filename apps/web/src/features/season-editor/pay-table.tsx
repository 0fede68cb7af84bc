import type { PointsSystem } from '@pitboard/contract/points-system'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { ALL_ROLES, roleName } from '../season/event-names.ts'
import { formatPoints } from '../../timing/format-points.ts'

/** What each place is paid, as the rules stand now. */
export function PayTable({ system }: { readonly system: PointsSystem | null }) {
  const text = useText()
  if (!system) {
    return (
      <Card label={text('organiser.preview')}>
        <p className="text-muted">{text('organiser.pointsInvalid')}</p>
      </Card>
    )
  }
  const roles = ALL_ROLES.filter((role) => role !== 'practice').filter(
    (role) => system[role].length > 0,
  )
  const places = Math.max(0, ...roles.map((role) => system[role].length))
  const perfect =
    roles.reduce((sum, role) => sum + (system[role][0] ?? 0), 0) +
    system.pole +
    (system.fastestLap?.points ?? 0)
  return (
    <div className="wide:sticky wide:top-6">
      <Card label={text('organiser.preview')}>
        <h3 className="text-xl">{text('organiser.preview')}</h3>
        <p role="status" className="mb-2 text-muted">
          {text('organiser.perfectWeekend', { points: formatPoints(perfect, text.locale) })}
        </p>
        <table className="timing w-full text-lg">
          <thead>
            <tr className="label">
              <th scope="col" className="text-left">
                {text('organiser.place')}
              </th>
              {roles.map((role) => (
                <th key={role} scope="col" className="text-right">
                  {roleName(role, text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: places }, (_, index) => (
              <tr key={index} className="border-t border-line">
                <th scope="row" className="text-left font-medium text-muted">
                  {index + 1}
                </th>
                {roles.map((role) => (
                  <td key={role} className="text-right">
                    {formatPoints(system[role][index] ?? 0, text.locale)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}
