import {
  type Attendance,
  attendance as endpoints,
  type AttendanceAnswer,
  type EventAttendance,
  type EventDriver,
} from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccount } from '../../auth/account.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { eventName } from '../season/session-titles.ts'
import { attendanceOf, openAttendance } from './attendance-queries.ts'

const BADGES = {
  accepted: { tone: 'good', key: 'participation.comes' },
  declined: { tone: 'bad', key: 'participation.declines' },
  tentative: { tone: 'warning', key: 'participation.maybe' },
} as const

interface AttendanceGridProps {
  readonly season: Season
  readonly attendance: Attendance
}

/** For each coming event who takes part, with the reader's own answer. */
export function AttendanceGrid({ season, attendance }: AttendanceGridProps) {
  const text = useText()
  // On a phone the next event is enough.
  const [isWide] = useState(() => matchMedia('(width >= 48rem)').matches)
  if (attendance.deadlineHours === null) {
    return (
      <EmptyState title={text('participation.attendanceNone')}>
        {text('participation.attendanceNoneWhy')}
      </EmptyState>
    )
  }
  if (attendance.events.length === 0) {
    return <EmptyState title={text('participation.attendanceEmpty')} />
  }
  if (!attendance.isMember)
    return <p className="text-muted">{text('participation.attendanceMembers')}</p>
  return (
    <div className="grid items-start gap-4 md:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]">
      {attendance.events.map((event, index) => (
        <EventCard
          key={event.eventId}
          season={season}
          event={event}
          isOpened={index === 0 || isWide}
        />
      ))}
    </div>
  )
}

interface EventCardProps {
  readonly season: Season
  readonly event: EventAttendance
  /** Shows the drivers from the start. */
  readonly isOpened: boolean
}

function EventCard({ season, event, isOpened }: EventCardProps) {
  const text = useText()
  const account = useAccount()
  const found = season.events.find(({ id }) => id === event.eventId)
  const name = found ? eventName(found) : ''
  const own = event.drivers.find(({ userId }) => userId !== null && userId === account?.userId)
  const date = formatDateTime(event.deadlineAt, text.locale)
  const regular = event.drivers.filter(({ isReserve, isCalledUp }) => !isReserve || isCalledUp)
  const count = (answer: AttendanceAnswer | null) =>
    regular.filter((driver) => driver.answer === answer).length
  return (
    <Card frame label={name}>
      <div className="flex flex-col gap-3 px-4 pt-3 [&>details]:border-b-0">
        <div>
          <h3 className="text-subhead wrap-anywhere">{name}</h3>
          <p className="text-small text-muted">
            {text(event.isOpen ? 'participation.deadline' : 'participation.deadlinePassed', {
              date,
            })}
          </p>
        </div>
        {own && (event.isOpen || own.isCalledUp) && (
          <OwnAnswer season={season} event={event} own={own} name={name} />
        )}
        <Disclosure
          opened={isOpened}
          title={text('participation.summary', {
            accepted: count('accepted'),
            declined: count('declined'),
            open: count(null) + count('tentative'),
          })}
        >
          <ul className="flex flex-col gap-1">
            {event.drivers.map((driver) => (
              <li key={driver.name} className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 wrap-anywhere">{driver.name}</span>
                {driver.tier !== '' && <Badge>{driver.tier}</Badge>}
                {driver.isReserve && (
                  <Badge tone={driver.isCalledUp ? 'strong' : 'plain'}>
                    {text(driver.isCalledUp ? 'participation.calledUp' : 'participation.reserve')}
                  </Badge>
                )}
                <AnswerBadge answer={driver.answer} />
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>
    </Card>
  )
}

function AnswerBadge({ answer }: Pick<EventDriver, 'answer'>) {
  const text = useText()
  if (answer === null) return <Badge>{text('participation.noAnswer')}</Badge>
  const { tone, key } = BADGES[answer]
  return <Badge tone={tone}>{text(key)}</Badge>
}

interface OwnAnswerProps {
  readonly season: Season
  readonly event: EventAttendance
  readonly own: EventDriver
  readonly name: string
}

function OwnAnswer({ season, event, own, name }: OwnAnswerProps) {
  const text = useText()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: (next: AttendanceAnswer) =>
      call(endpoints.answer, {
        params: { seasonId: season.id, eventId: event.eventId, userId: own.userId ?? '' },
        body: { answer: next },
      }),
    onSuccess(data) {
      queries.setQueryData(attendanceOf(season.id).queryKey, data)
      void queries.invalidateQueries({ queryKey: openAttendance.queryKey })
      void showToast({ title: text('participation.answered'), tone: 'good' })
    },
    onError: (error) => void showToast({ title: refusalText(error, text), tone: 'bad' }),
  })
  return (
    <div className="flex flex-col gap-2">
      {own.isCalledUp && own.answer === null && <p>{text('participation.youAreCalledUp')}</p>}
      <p aria-hidden="true">{text('participation.takesPart')}</p>
      <ChoiceBar<AttendanceAnswer | ''>
        label={text('participation.yourAnswer', { event: name })}
        options={[
          { value: 'accepted', label: text('participation.answerAccepted') },
          { value: 'tentative', label: text('participation.answerTentative') },
          { value: 'declined', label: text('participation.answerDeclined') },
        ]}
        value={own.answer ?? ''}
        onChange={(next) => {
          if (next !== '') answer.mutate(next)
        }}
      />
    </div>
  )
}
