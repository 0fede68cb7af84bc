import { attendance, DEADLINE_HOURS_MAX } from '@pitboard/contract/attendance/attendance'
import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { AttendanceGrid } from './attendance-grid.tsx'
import { attendanceOf } from './attendance-queries.ts'

const USUAL_HOURS = 24

interface AttendanceRuleProps {
  readonly season: Season
  readonly edit: Edit
}

/** Whether drivers are asked before each event, and until when; below it who takes part. */
export function AttendanceRule({ season, edit }: AttendanceRuleProps) {
  const { data, error, refetch } = useQuery(attendanceOf(season.id, season.version))
  if (error) return <PageError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32" />
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-sm">
        <RuleForm season={season} deadlineHours={data.deadlineHours} />
      </div>
      {data.deadlineHours !== null && (
        <AttendanceGrid season={season} attendance={data} edit={edit} />
      )}
    </div>
  )
}

interface RuleFormProps {
  readonly season: Season
  readonly deadlineHours: number | null
}

function RuleForm({ season, deadlineHours }: RuleFormProps) {
  const text = useText()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(deadlineHours !== null)
  return (
    <Form
      label={text('participation.attendance')}
      submitLabel={text('participation.saveRule')}
      fields={
        isAsked
          ? [
              {
                kind: 'text',
                name: 'deadlineHours',
                inputMode: 'numeric',
                maxLength: 3,
                label: text('participation.deadlineHours'),
                defaultValue: String(deadlineHours ?? USUAL_HOURS),
                check: (value) =>
                  !(/^\d{1,3}$/.test(value) && Number(value) <= DEADLINE_HOURS_MAX) &&
                  text('participation.ruleInvalid', { max: DEADLINE_HOURS_MAX }),
              },
            ]
          : []
      }
      onSubmit={async (values: { readonly deadlineHours?: string }) => {
        const body = { deadlineHours: isAsked ? Number(values.deadlineHours) : null }
        const saved = await call(attendance.updateRule, { params: { seasonId: season.id }, body })
        queries.setQueryData(attendanceOf(season.id, season.version).queryKey, saved)
        void showToast({ title: text('participation.ruleSaved'), tone: 'good' })
      }}
    >
      <Checkbox label={text('participation.ask')} checked={isAsked} onChange={setAsked} />
    </Form>
  )
}
