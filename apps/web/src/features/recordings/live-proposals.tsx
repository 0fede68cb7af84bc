import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionName } from '../../timing/names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { LiveLabel, livesNow } from './live-choice.tsx'
import { type ProposedLink, proposeLinks } from './live-links.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** Lists live sessions that probably belong to an event of the season: one click links each of them. */
export function LiveProposals() {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const { data } = useQuery(livesNow)
  const proposed = proposeLinks(data ?? [], season)
  if (proposed.length === 0) return null

  const link = ({ session, event }: ProposedLink) =>
    edit.runWithToast(
      (ifMatch) =>
        call(seasons.addSessions, {
          params: { seasonId: season.id, eventId: event.id },
          body: { sessionIds: [session.id] },
          ifMatch,
        }),
      { done: t('organiser.sessionsAdded', { count: 1 }) },
    )

  return (
    <section
      aria-label={t('organiser.drivenNow')}
      className="rounded-l border border-primary bg-panel px-4 py-3"
    >
      <p className="text-small text-muted">{t('organiser.liveProposed')}</p>
      <ul>
        {proposed.map(({ session, event }) => {
          const round = season.events.indexOf(event) + 1
          const name = eventName(event)
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <span className="min-w-0 flex-1 basis-60">
                <LiveLabel session={session} />
              </span>
              <Button
                look="secondary"
                size="small"
                aria-label={`${t('organiser.linkToRound', { round, name })}: ${sessionName(session, t)}, ${session.userName}`}
                onClick={() => void link({ session, event })}
              >
                {t('organiser.linkToRound', { round, name })}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
