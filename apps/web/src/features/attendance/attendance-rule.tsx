import { attendance, DEADLINE_HOURS_MAX } from '@pitboard/contract/attendance/attendance'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import type { DescribeDifference } from '../../changes/draft-notice.tsx'
import { useDraft } from '../../changes/use-draft.ts'
import { useEditedQuery } from '../../changes/use-edited-query.ts'
import { useText } from '../../messages/use-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { AttendanceGrid } from './attendance-grid.tsx'
import { attendanceOf } from './attendance-queries.ts'
import { useEditedSeason } from '../season/edited-season.ts'

const USUAL_HOURS = 24

/** Sets whether drivers are asked before each event, and until when; below it stands who takes part. */
export function AttendanceRule() {
  const { season, edit } = useEditedSeason()
  const query = useEditedQuery(attendanceOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-32" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-6">
            <div className="max-w-sm">
              <RuleForm deadlineHours={data.deadlineHours} isOlder={query.isOlder} />
            </div>
            {data.deadlineHours !== null && (
              <AttendanceGrid season={season} attendance={data} edit={edit} />
            )}
          </div>
        )
      }}
    </QueryContent>
  )
}

interface RuleFormProps {
  readonly deadlineHours: number | null
  /** It is as it was before; the newest is being fetched. */
  readonly isOlder: boolean
}

interface TypedRule {
  readonly isAsked: boolean
  readonly deadlineHours: string
}

function toTyped(deadlineHours: number | null): TypedRule {
  return { isAsked: deadlineHours !== null, deadlineHours: String(deadlineHours ?? USUAL_HOURS) }
}

const describe: DescribeDifference = ({ path: [field], before, after }, t) => {
  const words = (value: unknown) =>
    typeof value === 'boolean' ? t(value ? 'organiser.yes' : 'organiser.no') : String(value)
  const label = field === 'isAsked' ? 'participation.ask' : 'participation.deadlineHours'
  return [`${t(label)}: ${words(before)} → ${words(after)}`]
}

function RuleForm({ deadlineHours, isOlder }: RuleFormProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const stored = { value: toTyped(deadlineHours), version: season.version }
  const draft = useDraft(stored, isOlder ? null : stored)
  const { isAsked } = draft.value

  async function save(seen: number, hours: string | undefined) {
    const params = { seasonId: season.id }
    const body = { deadlineHours: isAsked ? Number(hours) : null }
    return edit.run((ifMatch) => call(attendance.updateRule, { params, body, ifMatch }), {
      done: t('participation.ruleSaved'),
      seen,
    })
  }

  return (
    <DraftForm
      draft={draft}
      describe={describe}
      label={t('participation.attendance')}
      submitLabel={t('participation.saveRule')}
      submitLook="secondary"
      fields={
        isAsked
          ? [
              {
                kind: 'text',
                name: 'deadlineHours',
                inputMode: 'numeric',
                maxLength: 3,
                label: t('participation.deadlineHours'),
                check: (value) =>
                  !(/^\d{1,3}$/.test(value) && Number(value) <= DEADLINE_HOURS_MAX) &&
                  t('participation.ruleInvalid', { max: DEADLINE_HOURS_MAX }),
              },
            ]
          : []
      }
      onSave={(seen, values: { readonly deadlineHours?: string }) =>
        save(seen, values.deadlineHours)
      }
    >
      <Checkbox
        label={t('participation.ask')}
        checked={isAsked}
        onChange={(next) => draft.set({ isAsked: next })}
      />
    </DraftForm>
  )
}
