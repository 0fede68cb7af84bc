import type { RosterDriver } from '@pitboard/contract/roster/roster'
import type { SeasonEvent } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { attendanceOf } from '../../features/attendance/attendance-queries.ts'
import { countAnswers } from '../../features/attendance/attendance-rows.ts'
import { rosterOf } from '../../features/roster/roster-queries.ts'
import type { UpcomingEvent } from '../../features/season/league/league-digest.ts'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { useText } from '../../messages/use-text.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'

interface EventDriversProps {
  readonly upcoming: UpcomingEvent
}

interface ListedDriver {
  readonly key: string
  readonly name: string
  readonly carNumber: number | null
  readonly teamColour: string | null | undefined
}

/**
 * Drivers of the season see who has accepted an event; everyone else sees its line-up, because answers are not public.
 */
export function EventDrivers({ upcoming: { season, event } }: EventDriversProps) {
  const t = useText()
  const { data: attendance } = useQuery(attendanceOf(season.id, season.version))
  const answers = attendance?.events.find(({ eventId }) => eventId === event.id)
  const lineUp = useLineUp({ season, event })
  const isAnswered = attendance?.isMember === true && answers !== undefined
  const accepted = new Set(
    answers?.drivers.filter(({ answer }) => answer === 'accepted').map(({ driverId }) => driverId),
  )
  const shown = isAnswered ? lineUp.filter(({ key }) => accepted.has(key)) : lineUp
  if (!isAnswered && shown.length === 0) return null
  return (
    <Section
      title={
        isAnswered
          ? t('waiting.takingPart', { event: eventName(event) })
          : t('waiting.lineUp', { season: season.name })
      }
    >
      <div className="flex flex-col gap-2">
        {answers && (
          <p className="text-small text-muted">
            {isAnswered
              ? t('waiting.answers', countAnswers(answers.drivers))
              : t('waiting.answersOfMembers')}
          </p>
        )}
        {shown.length > 0 && (
          <Card as="ul" frame>
            {shown.map(({ key, name, carNumber, teamColour }) => (
              <li
                key={key}
                className="timing flex items-center gap-2.5 border-b border-line px-3 py-1 text-timing last:border-b-0"
              >
                <TeamBar teamColour={teamColour} />
                <span className="flex min-w-0 flex-1 items-center gap-1.5">
                  <span className="truncate">{name}</span>
                  <DriverMark name={name} />
                </span>
                {carNumber !== null && <span className="text-muted">{carNumber}</span>}
              </li>
            ))}
          </Card>
        )}
      </div>
    </Section>
  )
}

/** Returns the roster's drivers of an event; without a roster those who have results in the season. */
function useLineUp({ season, event }: Pick<UpcomingEvent, 'season' | 'event'>): ListedDriver[] {
  const { data: roster, isPending } = useQuery(rosterOf(season.id, season.version))
  if (isPending) return []
  const entries = roster?.drivers.filter((entry) => isInEvent(entry, event.id, season.events)) ?? []
  if (entries.length === 0) {
    return season.standings.drivers.map(({ key, name, teamColour }) => ({
      key,
      name,
      carNumber: null,
      teamColour,
    }))
  }
  return entries
    .toSorted((a, b) => Number(a.isReserve) - Number(b.isReserve))
    .map(({ id, name, carNumber, teamId }) => ({
      key: id,
      name,
      carNumber,
      teamColour: roster?.teams.find((team) => team.id === teamId)?.colour,
    }))
}

/** Entries of the roster last from one event to another. */
function isInEvent(
  { fromEventId, toEventId }: RosterDriver,
  eventId: string,
  events: readonly SeasonEvent[],
): boolean {
  const placeOf = (id: string) => events.findIndex((event) => event.id === id)
  const at = placeOf(eventId)
  const from = fromEventId === null ? 0 : placeOf(fromEventId)
  const to = toEventId === null ? events.length : placeOf(toEventId)
  return from <= at && at <= to
}
