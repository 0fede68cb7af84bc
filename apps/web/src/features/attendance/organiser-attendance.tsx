import type { Attendance } from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { call } from '../../api/call.ts'
import { useEdit } from '../../changes/use-edit.ts'
import { seasonDetail, SEASONS_KEY } from '../season/season-queries.ts'
import { AttendanceGrid } from './attendance-grid.tsx'

interface OrganiserAttendanceProps {
  readonly season: Season
  readonly attendance: Attendance
}

/** Shows the attendance on a page that has no other edits of its season. */
export function OrganiserAttendance({ season, attendance }: OrganiserAttendanceProps) {
  const edit = useEdit({
    thing: season,
    queryKey: seasonDetail(season.id).queryKey,
    relatedKey: SEASONS_KEY,
    undo: (version) => call(seasonManagement.undo, { params: { seasonId: season.id, version } }),
  })
  return <AttendanceGrid season={season} attendance={attendance} edit={edit} />
}
