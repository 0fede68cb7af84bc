import { attendance } from '@pitboard/contract/attendance/attendance'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const ATTENDANCE_KEY = 'attendance'

export function attendanceOf(seasonId: string) {
  return queryOptions({
    queryKey: [ATTENDANCE_KEY, seasonId],
    queryFn: ({ signal }) => call(attendance.season, { params: { seasonId }, signal }),
  })
}

export const openAttendance = queryOptions({
  queryKey: [ATTENDANCE_KEY, 'own'],
  queryFn: ({ signal }) => call(attendance.own, { signal }),
  refetchInterval: 60_000,
})
