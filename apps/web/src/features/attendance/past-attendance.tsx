import type { Attendance, PastDriver } from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useText } from '../../messages/use-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ScrollBox } from '../../ui/card.tsx'
import { eventName } from '@pitboard/contract/seasons/event-name'

interface PastAttendanceProps {
  readonly season: Season
  readonly attendance: Attendance
}

/** Organisers see who drove in past events, who did not come, and how often. */
export function PastAttendance({ season, attendance }: PastAttendanceProps) {
  const t = useText()
  const label = t('participation.pastEvents')
  const events = attendance.pastEvents.map(({ eventId, drivers }) => {
    const found = season.events.find(({ id }) => id === eventId)
    const byName = new Map(drivers.map((driver) => [driver.name, driver]))
    return { eventId, title: found ? eventName(found) : '', byName }
  })
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h3 className="text-subhead">{label}</h3>
      <ScrollBox
        label={label}
        className="max-h-[80dvh] w-fit max-w-full rounded-l border border-line bg-panel"
      >
        <table aria-label={label} className="table-scroll timing text-small whitespace-nowrap">
          <thead>
            <tr className="border-b border-line text-left">
              <th scope="col" className="px-3 py-2">
                {t('participation.driver')}
              </th>
              <th scope="col" className="px-3 py-2">
                {t('participation.noShows')}
              </th>
              <th scope="col" className="px-3 py-2">
                {t('participation.droveCount')}
              </th>
              {events.map(({ eventId, title }) => (
                <th key={eventId} scope="col" className="px-3 py-2">
                  <span className="block max-w-40 truncate" title={title}>
                    {title}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attendance.records.map(({ name, noShowCount, droveCount }) => (
              <tr key={name} className="h-10 border-b border-line last:border-b-0">
                <th scope="row" className="max-w-60 truncate px-3 text-left font-medium">
                  {name}
                </th>
                <td className="px-3">{noShowCount}</td>
                <td className="px-3">{droveCount}</td>
                {events.map(({ eventId, byName }) => (
                  <td key={eventId} className="px-3">
                    <Presence driver={byName.get(name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

function Presence({ driver }: { readonly driver: PastDriver | undefined }) {
  const t = useText()
  if (!driver) return <span className="sr-only">{t('participation.notInRoster')}</span>
  if (driver.ban === 'race') {
    return (
      <Badge tone={driver.drove ? 'bad' : 'plain'}>
        {t(driver.drove ? 'participation.droveBanned' : 'participation.banned')}
      </Badge>
    )
  }
  if (driver.isNoShow) return <Badge tone="bad">{t('participation.noShow')}</Badge>
  if (driver.drove) return <Badge tone="good">{t('participation.drove')}</Badge>
  return (
    <span className="text-muted">
      {t(
        driver.answer === 'declined'
          ? 'participation.hadDeclined'
          : driver.drove === null
            ? 'participation.noResult'
            : 'participation.didNotDrive',
      )}
    </span>
  )
}
