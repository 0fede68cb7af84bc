import {
  type Attendance,
  attendance as endpoints,
  type AttendanceAnswer,
  type EventDriver,
} from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { attendanceOf, openAttendance } from './attendance-queries.ts'

interface Answered {
  readonly eventId: string
  readonly driver: EventDriver
  readonly answer: AttendanceAnswer | null
}

/** Sends the reader's own answers. */
export function useOwnAnswer(season: Season): (answered: Answered) => void {
  const t = useText()
  const queries = useQueryClient()
  const store = useStoreAttendance(season)
  const { mutate } = useMutation({
    mutationFn: async ({ eventId, driver, answer }: Answered) => {
      if (driver.userId === null || answer === null) return
      const params = { seasonId: season.id, eventId, userId: driver.userId }
      store(await call(endpoints.answer, { params, body: { answer } }))
    },
    onSuccess() {
      void queries.invalidateQueries({ queryKey: openAttendance.queryKey })
      void showToast({ title: t('participation.answered'), tone: 'good' })
    },
    onError: (error) => void showToast({ title: refusalText(error, t), tone: 'bad' }),
  })
  return mutate
}

/** Sends what an organiser enters for drivers, as changes that can be undone. */
export function useOrganiserAnswer(
  season: Season,
  edit: Edit | null,
): (answered: Answered) => void {
  const t = useText()
  const store = useStoreAttendance(season)
  return ({ eventId, driver: { driverId, name }, answer }) => {
    const params = { seasonId: season.id, eventId, driverId }
    void edit?.runWithToast(
      async () => store(await call(endpoints.answerForDriver, { params, body: { answer } })),
      { done: t('participation.answeredFor', { name }) },
    )
  }
}

function useStoreAttendance({ id, version }: Season): (saved: Attendance) => void {
  const queries = useQueryClient()
  return (saved) => {
    queries.setQueryData(attendanceOf(id, version).queryKey, saved)
  }
}
