import type { EventAttendance } from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { DriverMark } from '../../timing/driver-mark.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/reading/disclosure.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { type AnswerMenu, type AttendanceProps, useAnswerMenu } from './answer-menu.tsx'
import { countAnswers } from './attendance-rows.ts'
import { DriverAnswer } from './driver-answer.tsx'
import { OwnBan } from './own-ban.tsx'
import { OwnAnswer } from './own-answer.tsx'

/** Shows a card for each coming event; the next one is open. */
export function AttendanceCards(props: AttendanceProps) {
  const { season, attendance } = props
  const answers = useAnswerMenu(props)
  return (
    <div className="grid items-start gap-4">
      {attendance.events.map((event, index) => (
        <EventCard
          key={event.eventId}
          season={season}
          event={event}
          isOpened={index === 0}
          answers={answers}
        />
      ))}
      {answers.menu}
    </div>
  )
}

interface EventCardProps {
  readonly season: Season
  readonly event: EventAttendance
  /** Shows the drivers from the start. */
  readonly isOpened: boolean
  readonly answers: AnswerMenu
}

function EventCard({ season, event, isOpened, answers }: EventCardProps) {
  const t = useText()
  const account = useAccount()
  const found = season.events.find(({ id }) => id === event.eventId)
  const name = found ? eventName(found) : ''
  const own = event.drivers.find(({ userId }) => userId !== null && userId === account?.userId)
  const date = formatDateTime(event.deadlineAt, t.locale)
  return (
    <Card frame label={name}>
      <div className="flex flex-col gap-3 px-4 pt-3 [&>details]:border-b-0">
        <div>
          <h3 className="text-subhead wrap-anywhere">{name}</h3>
          <p className="text-small text-muted">
            {t(event.isOpen ? 'participation.deadline' : 'participation.deadlinePassed', {
              date,
            })}
          </p>
        </div>
        {own?.ban !== undefined && <OwnBan kind={own.ban} />}
        {own?.mayAnswer && <OwnAnswer season={season} event={event} own={own} name={name} />}
        <Disclosure
          opened={isOpened}
          title={t('participation.summary', countAnswers(event.drivers))}
        >
          <ul className="flex flex-col gap-1">
            {event.drivers.map((driver) => (
              <li key={driver.name} className="flex flex-wrap items-center gap-2">
                <span className="flex min-w-0 flex-1 items-center gap-1.5">
                  <span className="min-w-0 wrap-anywhere">{driver.name}</span>
                  <DriverMark name={driver.name} />
                </span>
                {driver.tier !== '' && <Badge>{driver.tier}</Badge>}
                {driver.isReserve && <Badge>{t('participation.reserve')}</Badge>}
                <DriverAnswer
                  driver={driver}
                  label={`${driver.name}, ${name}`}
                  isExpanded={answers.isOpenFor(event, driver)}
                  prompt={t('participation.noAnswer')}
                  onEdit={driver === own ? null : answers.opener(event, driver)}
                />
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>
    </Card>
  )
}
