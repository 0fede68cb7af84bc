import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { hasBegunReport, ReportForm } from './report-form.tsx'

interface ReportIncidentProps {
  readonly sessionId: string
  readonly seasons: readonly { readonly id: string; readonly name: string }[]
}

/** Reports an incident to the stewards of one of the session's seasons, on the page of the session. */
export function ReportIncident({ sessionId, seasons }: ReportIncidentProps) {
  const t = useText()
  const optionsOf = ({ name }: { readonly name: string }) => [{ value: sessionId, label: name }]
  const [chosen, setChosen] = useState(
    () => seasons.find((one) => hasBegunReport(one.id, optionsOf(one)))?.id ?? null,
  )
  const season = seasons.find(({ id }) => id === chosen)
  if (season) {
    return (
      <Card>
        <h2 className="mb-3 text-subhead">{`${t('stewards.report')}: ${season.name}`}</h2>
        <div className="max-w-2xl">
          <ReportForm
            seasonId={season.id}
            sessions={optionsOf(season)}
            onDone={() => setChosen(null)}
          />
        </div>
      </Card>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {seasons.map(({ id, name }) => (
        <Button key={id} size="small" onClick={() => setChosen(id)}>
          {seasons.length === 1 ? t('stewards.report') : `${t('stewards.report')}: ${name}`}
        </Button>
      ))}
    </div>
  )
}
