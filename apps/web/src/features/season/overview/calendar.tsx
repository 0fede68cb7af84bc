import { itemAt } from '@pitboard/contract/wire/item-at'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { StandingsDriver } from '@pitboard/contract/seasons/standings'
import type { EventSession, Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { useText } from '../../../messages/use-text.ts'
import { formatDateTime } from '../../../timing/format-date.ts'
import type { Finisher } from '../../../timing/podium.tsx'
import { PodiumLine } from '../../../timing/podium-line.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/buttons/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { roleName } from '../../../timing/session-roles.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { isLiveSession } from '@pitboard/contract/seasons/live-session'
import { sessionLabel } from '../session-titles.ts'
import { driverCodes } from '../../../timing/driver-codes.ts'
import { finishersOf } from './finishers.ts'
import { findEventPodium } from './season-moments.ts'
import { FileButton } from '../file-button.tsx'
import { formatPoints } from '../../../timing/format-points.ts'
import { ownTimeZone } from '@pitboard/contract/seasons/time-zones'

interface CalendarProps {
  readonly season: Season
  /** This event comes next; null if none does. */
  readonly next: SeasonEvent | null
}

const isDriven = (event: SeasonEvent) => event.sessions.some(isLiveSession)

/** Lists the events with their times in the reader's zone, and what was driven at each. */
export function Calendar({ season, next }: CalendarProps) {
  const t = useText()
  // One event is marked: the one that is being driven, else the next one.
  const isLive = season.events.some(isDriven)
  const isDated = season.events.some(({ startsAt }) => startsAt !== null)
  if (season.events.length === 0) return null
  return (
    <Section
      title={t('season.calendar')}
      anchor="calendar"
      actions={
        isDated && (
          <FileButton
            season={season}
            path={`/api/Seasons/${season.id}/calendar.ics`}
            fileName="calendar.ics"
            label={t('season.toCalendar')}
          />
        )
      }
    >
      <div className="@container">
        <Card as="ol" frame label={t('season.calendar')}>
          {season.events.map((event, index) => (
            <EventLine
              key={event.id}
              event={event}
              number={index + 1}
              podium={findEventPodium(event, season.standings)}
              isNext={!isLive && event.id === next?.id}
              isNow={isDriven(event)}
            />
          ))}
        </Card>
      </div>
      {isDated && (
        <p className="mt-2 text-small text-muted">{t('season.zone', { zone: ownTimeZone() })}</p>
      )}
    </Section>
  )
}

interface EventLineProps {
  readonly event: SeasonEvent
  readonly number: number
  readonly podium: readonly StandingsDriver[]
  readonly isNext: boolean
  readonly isNow: boolean
}

function EventLine({ event, number, podium, isNext, isNow }: EventLineProps) {
  const t = useText()
  const name = eventName(event)
  const track = trackName(event.track)
  const isTyped = event.sessions.every(({ session }) => session.origin === 'hand')
  return (
    <li
      aria-current={isNext || isNow ? 'step' : undefined}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0 aria-[current]:bg-raised @3xl:grid-cols-[1.75rem_minmax(0,1fr)_13rem_minmax(0,1.6fr)] @3xl:items-center"
    >
      <span className="timing text-subhead text-faint">{number}</span>
      <h3 className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
        {name}
        {name !== track && <span className="text-body font-medium text-muted">{track}</span>}
        <EventPointsBadges event={event} />
        {isNext && <Badge>{t('season.next')}</Badge>}
      </h3>
      <p className="text-small text-muted @max-3xl:col-start-2">
        {event.startsAt === null ? (
          t('season.noDate')
        ) : (
          <time dateTime={event.startsAt}>{formatDateTime(event.startsAt, t.locale)}</time>
        )}
      </p>
      {event.sessions.length > 0 && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 @max-3xl:col-start-2">
          <ul className="contents">
            {event.sessions.map((linked) => (
              <li key={linked.session.id}>
                <SessionLink event={event} linked={linked} showsOrigin={!isTyped} />
              </li>
            ))}
          </ul>
          {isTyped && <Badge>{t('session.byHand')}</Badge>}
          {podium.length > 0 && (
            <PodiumLine
              label={t('season.podiumOf', { event: name })}
              finishers={withCodes(finishersOf(podium))}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** Says that the event pays otherwise than its season. */
function EventPointsBadges({ event: { points } }: { readonly event: SeasonEvent }) {
  const t = useText()
  if (points === null) return null
  const { factor, ...lists } = points
  return (
    <>
      {factor !== 1 && (
        <Badge>{t('season.timesFactor', { factor: formatPoints(factor, t.locale) })}</Badge>
      )}
      {Object.keys(lists).length > 0 && <Badge>{t('season.ownPoints')}</Badge>}
    </>
  )
}

/** Two who would share a code have their names: the standings know no car numbers. */
function withCodes(finishers: readonly Finisher[]): Finisher[] {
  const codes = driverCodes(finishers.map(({ name }) => ({ name, carNumber: null })))
  return finishers.map((finisher, index) => {
    const code = itemAt(codes, index)
    const isShared = codes.indexOf(code) !== codes.lastIndexOf(code)
    return isShared ? finisher : { ...finisher, code }
  })
}

/** Its name would let expect that it pays otherwise. */
function saysRole({ session, role }: EventSession): boolean {
  return !isRaceType(session.sessionType) && (role === 'race' || role === 'sprint')
}

interface SessionLinkProps {
  readonly event: SeasonEvent
  readonly linked: EventSession
  /** Not all sessions of the event were typed. */
  readonly showsOrigin: boolean
}

function SessionLink({ event, linked, showsOrigin }: SessionLinkProps) {
  const t = useText()
  const { session, role, pointsFactor } = linked
  const name = sessionLabel(event, linked, t)
  const isLive = isLiveSession(linked)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {isLive ? (
        <TextLink to="/live/$sessionId" params={{ sessionId: session.id }}>
          {name}
        </TextLink>
      ) : (
        <TextLink to="/sessions/$sessionId" params={{ sessionId: session.id }}>
          {name}
        </TextLink>
      )}
      {isLive && (
        <Badge tone="live" solid>
          {t('season.live')}
        </Badge>
      )}
      {showsOrigin && session.origin === 'hand' && <Badge>{t('session.byHand')}</Badge>}
      {saysRole(linked) && <span className="text-small text-muted">{roleName(role, t)}</span>}
      {pointsFactor !== 1 && (
        <Badge>{t('season.timesFactor', { factor: formatPoints(pointsFactor, t.locale) })}</Badge>
      )}
    </span>
  )
}
