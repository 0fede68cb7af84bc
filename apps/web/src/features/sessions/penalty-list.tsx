import type { SessionDetail } from '@pitboard/contract/session'
import { formatClock } from '../../timing/format-clock.ts'
import { incidentsOf } from './incidents.ts'
import { SessionSection } from './session-section.tsx'

export function PenaltyList({ session }: { readonly session: SessionDetail }) {
  const incidents = incidentsOf(session)
  return (
    <SessionSection title="Penalties and warnings">
      {incidents.length === 0 ? (
        <p className="text-muted">Nobody was penalised or warned.</p>
      ) : (
        <ol className="max-w-4xl divide-y divide-line rounded-m border border-line bg-panel">
          {incidents.map((incident, index) => (
            <li
              key={index}
              className="grid grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-2 sm:grid-cols-[4rem_4.5rem_12rem_minmax(0,1fr)]"
            >
              <span className="timing text-faint">Lap {incident.lapNum}</span>
              <span className="timing text-faint max-sm:hidden" title="Session time">
                {formatClock(incident.timeMs / 1000)}
              </span>
              <span className="timing truncate text-lg">{incident.name}</span>
              <span className="max-sm:col-start-2">
                <span className={incident.isPenalty ? 'text-secondary' : 'text-muted'}>
                  {incident.words}
                </span>
                {incident.reason !== null && (
                  <span className="text-muted"> for {incident.reason}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </SessionSection>
  )
}
