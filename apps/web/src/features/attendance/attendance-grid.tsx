import { useSyncExternalStore } from 'react'
import { useText } from '../../messages/use-text.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import type { AttendanceProps } from './answer-menu.tsx'

const AttendanceTable = lazyPart(
  async () => (await import('./attendance-table.tsx')).AttendanceTable,
  { fallback: <Skeleton className="h-96" /> },
)

const AttendanceCards = lazyPart(
  async () => (await import('./attendance-cards.tsx')).AttendanceCards,
  { fallback: <Skeleton className="h-96" /> },
)

const PastAttendance = lazyPart(
  async () => (await import('./past-attendance.tsx')).PastAttendance,
  { fallback: <Skeleton className="h-96" /> },
)

/** The grid shows who takes part in the coming events; organisers also see who took part in past ones. */
export function AttendanceGrid(props: AttendanceProps) {
  const { season, attendance } = props
  if (attendance.pastEvents.length === 0) return <ComingEvents {...props} />
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ComingEvents {...props} />
      <PastAttendance season={season} attendance={attendance} />
    </div>
  )
}

/** Shows the coming events with the reader's own answers: as a table, on a phone as cards. */
function ComingEvents({ season, attendance, edit }: AttendanceProps) {
  const t = useText()
  const isWide = useSyncExternalStore(subscribeToWidth, isWideNow)
  if (attendance.deadlineHours === null) {
    return (
      <EmptyState title={t('participation.attendanceNone')}>
        {t('participation.attendanceNoneWhy')}
      </EmptyState>
    )
  }
  if (attendance.events.length === 0) {
    return <EmptyState title={t('participation.attendanceEmpty')} />
  }
  if (!attendance.isMember) {
    return <p className="text-muted">{t('participation.attendanceMembers')}</p>
  }
  if (attendance.events.every(({ drivers }) => drivers.length === 0)) {
    return <EmptyState title={t('participation.noDrivers')} />
  }
  const Events = isWide ? AttendanceTable : AttendanceCards
  return <Events season={season} attendance={attendance} edit={edit} />
}

const WIDE = '(width >= 48rem)'

function isWideNow(): boolean {
  return matchMedia(WIDE).matches
}

function subscribeToWidth(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
