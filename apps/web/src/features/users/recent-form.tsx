import type { RecentRace } from '@pitboard/contract/accounts/user'
import { Link } from '@tanstack/react-router'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { sessionName } from '../../timing/names.ts'
import { ResultBadge } from '../../timing/result-badge.tsx'

/** Lists the latest results, newest first; each leads to its race. */
export function RecentForm({ races }: { readonly races: readonly RecentRace[] }) {
  const t = useText()
  return (
    <section aria-label={t('user.form')}>
      <p className="label mb-1.5">{t('user.form')}</p>
      <ol className="flex flex-wrap gap-x-1.5 gap-y-2">
        {races.map((race) => (
          <li key={race.sessionId}>
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId: race.sessionId }}
              title={`${race.trackName}, ${sessionName(race, t)}, ${formatDate(race.drivenAt, t.locale)}`}
              className="flex min-h-11 max-w-24 min-w-17 flex-col items-center gap-1 rounded-m px-1 py-1.5 transition-colors hover:bg-raised"
            >
              <ResultBadge
                position={race.position}
                points={race.points ?? 0}
                resultStatus={race.resultStatus}
                prefix="P"
              />
              <span className="w-full truncate text-center text-micro text-muted">
                {race.trackName}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
