import { useEditedQuery } from '../../changes/use-edited-query.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { AttendanceRule } from '../../features/attendance/attendance-rule.tsx'
import { FormEditor } from '../../features/sign-ups/form-editor.tsx'
import { SignUpList } from '../../features/sign-ups/sign-up-list.tsx'
import { editedSignUpOf } from '../../features/sign-ups/sign-up-queries.ts'
import { useEditedSeason } from '../../features/season/edited-season.ts'

/** The organiser edits sign-up and attendance here. */
export function SignUpTab() {
  const { season } = useEditedSeason()
  const t = useText()
  const query = useEditedQuery(editedSignUpOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-96" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-9">
            {data.form && <SignUpList form={data.form} />}
            <Section title={t('participation.form')}>
              <FormEditor signUp={data} isOlder={query.isOlder} />
            </Section>
            <Section title={t('participation.attendance')}>
              <AttendanceRule />
            </Section>
          </div>
        )
      }}
    </QueryContent>
  )
}
