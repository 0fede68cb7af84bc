import type { DecisionPreview as Preview } from '@pitboard/contract/stewards/decision'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'

/** The preview shows who moves in the result and in the standings. */
export function DecisionPreview({ preview }: { readonly preview: Preview }) {
  const t = useText()
  const { results, drivers } = preview
  const number = (value: number | null) => (value === null ? '–' : formatPoints(value, t.locale))
  if (results.length + drivers.length === 0) return <p>{t('stewards.changesNothing')}</p>
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2">
      {results.length > 0 && (
        <div>
          <h4 className="text-small text-muted">{t('stewards.inResult')}</h4>
          <ul>
            {results.map(({ driverIdx, name, positionBefore, positionAfter }) => (
              <li key={driverIdx} className="wrap-anywhere">
                {name}: {number(positionBefore)} → {number(positionAfter)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {drivers.length > 0 && (
        <div>
          <h4 className="text-small text-muted">{t('stewards.inStandings')}</h4>
          <ul>
            {drivers.map((row) => (
              <li key={`${row.tier ?? ''} ${row.key}`} className="wrap-anywhere">
                {t('stewards.standingsChange', {
                  name: row.tier === undefined ? row.name : `${row.name} · ${row.tier}`,
                  before: `${number(row.positionBefore)} (${number(row.pointsBefore)})`,
                  after: `${number(row.positionAfter)} (${number(row.pointsAfter)})`,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
