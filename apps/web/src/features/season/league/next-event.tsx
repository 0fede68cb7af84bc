import { useText } from '../../../messages/use-text.ts'
import { formatDateTime } from '../../../timing/format-date.ts'
import { Podium } from '../../../timing/podium.tsx'
import { TextLink } from '../../../ui/buttons/link.tsx'
import { Figure, Figures } from '../../../ui/layout/figures.tsx'
import { Countdown } from '../overview/countdown.tsx'
import { finishersOf } from '../overview/finishers.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import type { LeagueDigest, UpcomingEvent } from './league-digest.ts'

/** Answers what the head of a league answers first: when its next race is, or without one who won the last. */
export function NextEvent({ digest: { next, races } }: { readonly digest: LeagueDigest }) {
  const t = useText()
  const [last] = races
  if (next) return <Upcoming upcoming={next} />
  if (!last) return null
  const label = t('season.lastPodium', { event: eventName(last.event) })
  return (
    <>
      <p className="label mb-2">{label}</p>
      <Podium label={label} finishers={finishersOf(last.podium)} />
    </>
  )
}

function Upcoming({ upcoming: { event, season, startsAt } }: { readonly upcoming: UpcomingEvent }) {
  const t = useText()
  return (
    <Figures>
      <Figure
        large
        name={t('season.nextEvent', { event: eventName(event) })}
        note={
          <>
            {formatDateTime(startsAt, t.locale)}
            <span className="block">
              <TextLink to="/seasons/$seasonId" params={{ seasonId: season.id }}>
                {season.name}
              </TextLink>
            </span>
          </>
        }
      >
        <Countdown key={startsAt} until={startsAt} />
      </Figure>
    </Figures>
  )
}
