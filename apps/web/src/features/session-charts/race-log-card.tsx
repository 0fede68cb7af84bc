import type { SessionDetail } from '@pitboard/contract/sessions/session'
import { useMemo, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { ScrollBox } from '../../ui/card.tsx'
import { ChartCard } from '../../timing/plot/chart-card.tsx'
import { type LogEntry, raceLog } from './race-log.ts'

type Shown = 'all' | 'penalty' | 'overtake'

interface RaceLogCardProps {
  readonly session: SessionDetail
  /** Takes the charts to the lap and those who were in it. */
  readonly onEntry: (entry: LogEntry) => void
}

export function RaceLogCard({ session, onEntry }: RaceLogCardProps) {
  const t = useText()
  const [shown, setShown] = useState<Shown>('all')
  const log = useMemo(() => raceLog(session, t), [session, t])
  if (log.length === 0) return null
  const entries = log.filter(
    ({ kind }) => shown === 'all' || (shown === 'overtake') === (kind === 'overtake'),
  )
  return (
    <ChartCard room="bars" title={t('charts.log')} note={t('charts.logNote')}>
      <ChoiceBar
        label={t('charts.log')}
        options={[
          { value: 'all', label: t('charts.all') },
          { value: 'penalty', label: t('session.penalties') },
          { value: 'overtake', label: t('session.overtakes') },
        ]}
        value={shown}
        onChange={setShown}
      />
      <ScrollBox label={t('charts.log')} className="mt-3 max-h-96">
        <ol>
          {entries.map((entry, index) => (
            <li key={index} className="flex items-center border-b border-line">
              <button
                type="button"
                onClick={() => onEntry(entry)}
                className="grid min-w-0 flex-1 grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 px-1 py-2 text-left -outline-offset-2 hover:bg-raised coarse:py-3"
              >
                <span className="timing text-muted" title={formatClock(entry.timeMs / 1000)}>
                  {t('session.lapNumber', { lap: entry.lapNum })}
                </span>
                <span className={entry.kind === 'penalty' ? 'text-secondary' : ''}>
                  {entry.words}
                </span>
              </button>
              {session.origin === undefined && entry.seq !== null && (
                <ButtonLink
                  look="quiet"
                  size="small"
                  to="/sessions/$sessionId"
                  params={{ sessionId: session.id }}
                  search={{ t: `e${entry.seq}` }}
                  aria-label={`${t('charts.watch')}: ${entry.words}`}
                  title={t('charts.watch')}
                >
                  <Icon name="play" />
                </ButtonLink>
              )}
            </li>
          ))}
        </ol>
      </ScrollBox>
      <p role="status" className="mt-2 text-small text-muted">
        {t('charts.entries', { count: entries.length })}
      </p>
    </ChartCard>
  )
}
