import { attendance } from '@pitboard/contract/attendance/attendance'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const ATTENDANCE_KEY = 'attendance'

/** Answers of drivers do not change the season. */
const REFETCH_MS = 60_000

/** The answers are refetched when the season has changed; meanwhile the former answers stay. */
export function attendanceOf(seasonId: string, version: number) {
  return queryOptions({
    queryKey: [ATTENDANCE_KEY, seasonId, version],
    queryFn: ({ signal }) => call(attendance.season, { params: { seasonId }, signal }),
    placeholderData: (former, query) => (query?.queryKey[1] === seasonId ? former : undefined),
    refetchInterval: REFETCH_MS,
  })
}

export const openAttendance = queryOptions({
  queryKey: [ATTENDANCE_KEY, 'own'],
  queryFn: ({ signal }) => call(attendance.own, { signal }),
  refetchInterval: REFETCH_MS,
})
