import { useText } from '../../../messages/use-text.ts'
import { formatDate } from '../../../timing/format-date.ts'
import { PodiumLine } from '../../../timing/podium-line.tsx'
import { RowLink } from '../../../ui/buttons/link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Section } from '../../../ui/section.tsx'
import { finishersOf } from '../overview/finishers.ts'
import { eventName } from '../session-titles.ts'
import type { FinishedRace } from './league-digest.ts'

const SHOWN = 5

/** The last races of a league with their first three. */
export function RecentRaces({ races }: { readonly races: readonly FinishedRace[] }) {
  const t = useText()
  if (races.length === 0) return null
  return (
    <Section title={t('leagues.recentRaces')}>
      <Card as="ul" frame>
        {races.slice(0, SHOWN).map((race) => (
          <li key={race.linked.session.id} className="border-b border-line last:border-b-0">
            <RaceLine race={race} />
          </li>
        ))}
      </Card>
    </Section>
  )
}

function RaceLine({ race: { event, season, linked, podium } }: { readonly race: FinishedRace }) {
  const t = useText()
  const { id, sessionStartTime } = linked.session
  const name = eventName(event)
  return (
    <RowLink to="/sessions/$sessionId" params={{ sessionId: id }}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-60">
          <span className="timing block text-subhead font-semibold wrap-anywhere">{name}</span>
          <span className="block text-small text-muted wrap-anywhere">
            <time dateTime={sessionStartTime}>{formatDate(sessionStartTime, t.locale)}</time>
            {` · ${season.name}`}
          </span>
        </div>
        <PodiumLine
          label={t('leagues.podiumOf', { event: name })}
          finishers={finishersOf(podium)}
        />
      </div>
    </RowLink>
  )
}
