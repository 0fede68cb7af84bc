import type { SessionDetail } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-clock.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { type Incident, incidentsOf } from './incidents.ts'

export function PenaltyList({ session }: { readonly session: SessionDetail }) {
  const text = useText()
  const incidents = incidentsOf(session, text)
  return (
    <Section title={text('session.incidents')}>
      {incidents.length === 0 ? (
        <p className="text-muted">{text('session.noIncidents')}</p>
      ) : (
        <Card as="ol" frame>
          {incidents.map((incident, index) => (
            <IncidentLine key={index} incident={incident} />
          ))}
        </Card>
      )}
    </Section>
  )
}

function IncidentLine({ incident }: { readonly incident: Incident }) {
  const text = useText()
  const { name, lapNum, timeMs, isPenalty, words, reason } = incident
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[5rem_4.5rem_12rem_minmax(0,1fr)]">
      <span className="timing text-faint">{text('session.lapNumber', { lap: lapNum })}</span>
      <span className="timing text-faint max-sm:hidden" title={text('session.sessionTime')}>
        {formatClock(timeMs / 1000)}
      </span>
      <span className="timing truncate text-lg">{name}</span>
      <span className="max-sm:col-start-2">
        <span className={isPenalty ? 'text-secondary' : 'text-muted'}>{words}</span>
        {reason !== null && (
          <span className="text-muted"> {text('session.forReason', { reason })}</span>
        )}
      </span>
    </li>
  )
}
