import type { EventAttendance } from '@pitboard/contract/attendance/attendance'
import { useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { ScrollBox } from '../../ui/card.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { type AnswerMenu, type AttendanceProps, useAnswerMenu } from './answer-menu.tsx'
import { type AttendanceRow, attendanceRows, countAnswers } from './attendance-rows.ts'
import { DriverAnswer } from './driver-answer.tsx'

const ALL_TIERS = ''

/** The column has an event with what the season's calendar has about it. */
interface EventColumn extends EventAttendance {
  readonly name: string
  readonly startsAt: string | null
}

/** Shows drivers in rows, coming events in columns. */
export function AttendanceTable(props: AttendanceProps) {
  const { season, attendance } = props
  const t = useText()
  const userId = useAccount()?.userId ?? null
  const [tier, setTier] = useState(ALL_TIERS)
  const answers = useAnswerMenu(props)
  const all = attendanceRows(attendance.events, userId)
  const tiers = [...new Set(all.map((row) => row.tier))].filter((name) => name !== '')
  const shownTier = tiers.includes(tier) ? tier : ALL_TIERS
  const rows = shownTier === ALL_TIERS ? all : all.filter((row) => row.tier === shownTier)
  const events = attendance.events.map((event): EventColumn => {
    const found = season.events.find(({ id }) => id === event.eventId)
    return { ...event, name: found ? eventName(found) : '', startsAt: found?.startsAt ?? null }
  })
  const label = t('participation.attendance')
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {tiers.length > 1 && (
        <div className="w-56">
          <Select
            label={t('participation.tierFilter')}
            options={[
              { value: ALL_TIERS, label: t('participation.allTiers') },
              ...tiers.map((name) => ({ value: name, label: name })),
            ]}
            value={shownTier}
            onChange={setTier}
          />
        </div>
      )}
      <ScrollBox
        label={label}
        className="max-h-[80dvh] w-fit max-w-full rounded-l border border-line bg-panel"
      >
        <table
          aria-label={label}
          className="table-scroll timing border-separate border-spacing-0 text-small whitespace-nowrap"
        >
          <TableHead events={events} rows={rows} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={`group/row h-10 ${row.isOwn ? 'bg-raised' : ''}`}>
                <RowHead row={row} />
                {events.map((event) => (
                  <td
                    key={event.eventId}
                    className="border-b border-line px-3 group-last/row:border-b-0"
                  >
                    <Cell row={row} event={event} answers={answers} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {answers.menu}
    </div>
  )
}

const HEAD_CELL = 'sticky left-0 border-r border-line bg-panel px-3 text-left'

interface TableHeadProps {
  readonly events: readonly EventColumn[]
  readonly rows: readonly AttendanceRow[]
}

function TableHead({ events, rows }: TableHeadProps) {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col" className={`${HEAD_CELL} top-0 z-2 py-2 align-bottom`}>
          {t('participation.driver')}
        </th>
        {events.map(({ eventId, name, startsAt }) => (
          <th
            key={eventId}
            scope="col"
            className="sticky top-0 z-1 bg-panel px-3 pt-2 text-left align-bottom font-normal"
          >
            <span className="block max-w-40 truncate font-semibold" title={name}>
              {name}
            </span>
            {startsAt !== null && (
              <span className="text-muted">{formatDateTime(startsAt, t.locale)}</span>
            )}
          </th>
        ))}
      </tr>
      <tr className="text-muted">
        <th scope="row" className={`${HEAD_CELL} z-1 font-normal`}>
          {t('participation.answersUntil')}
        </th>
        {events.map(({ eventId, deadlineAt, isOpen }) => (
          <td key={eventId} className="px-3">
            {formatDateTime(deadlineAt, t.locale)}
            {!isOpen && ` (${t('participation.closed')})`}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row" className={`${HEAD_CELL} z-1 border-b pb-2 font-normal text-muted`}>
          {t('participation.answers')}
        </th>
        {events.map(({ eventId }) => (
          <td key={eventId} className="border-b border-line px-3 pb-2">
            {t(
              'participation.summary',
              countAnswers(rows.flatMap(({ entries }) => entries.get(eventId) ?? [])),
            )}
          </td>
        ))}
      </tr>
    </thead>
  )
}

function RowHead({ row }: { readonly row: AttendanceRow }) {
  const t = useText()
  return (
    <th
      scope="row"
      className={`${HEAD_CELL} z-1 border-b font-medium group-last/row:border-b-0 ${row.isOwn ? 'bg-raised' : ''}`}
    >
      <span className="flex max-w-60 items-center gap-2">
        <span className="truncate" title={row.name}>
          {row.name}
        </span>
        {row.isOwn && <Badge tone="strong">{t('participation.you')}</Badge>}
        {row.tier !== '' && <Badge>{row.tier}</Badge>}
        {row.isReserve && <Badge>{t('participation.reserve')}</Badge>}
      </span>
    </th>
  )
}

interface CellProps {
  readonly row: AttendanceRow
  readonly event: EventColumn
  readonly answers: AnswerMenu
}

function Cell({ row, event, answers }: CellProps) {
  const t = useText()
  const driver = row.entries.get(event.eventId)
  if (!driver) return <span className="sr-only">{t('participation.notInRoster')}</span>
  return (
    <DriverAnswer
      driver={driver}
      label={`${row.name}, ${event.name}`}
      isExpanded={answers.isOpenFor(event, driver)}
      onEdit={answers.opener(event, driver)}
      {...(row.isOwn && { prompt: t('participation.giveAnswer') })}
    />
  )
}
