import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Section } from '../../ui/section.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { AttendanceRule } from './attendance-rule.tsx'
import { FormEditor } from './form-editor.tsx'
import { SignUpList } from './sign-up-list.tsx'
import { SIGN_UPS_KEY, signUpOf } from './sign-up-queries.ts'

interface SignUpTabProps {
  readonly season: Season
  readonly edit: Edit
}

/** The organiser's part for sign-up and attendance. */
export function SignUpTab({ season, edit }: SignUpTabProps) {
  const text = useText()
  const { data, error, refetch } = useQuery(signUpOf(season.id, useAccount()?.userId ?? null))
  const shownUndos = useRefetchAfterUndo(season.id, edit.undoneCount)
  if (error) return <PageError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96" />
  return (
    <div className="flex flex-col gap-9">
      {data.form && <SignUpList season={season} edit={edit} form={data.form} />}
      <Section title={text('participation.form')}>
        <FormEditor key={shownUndos} season={season} edit={edit} signUp={data} />
      </Section>
      <Section title={text('participation.attendance')}>
        <AttendanceRule season={season} edit={edit} />
      </Section>
    </div>
  )
}

/** Refetches what an undo may have changed; returns how many undos the loaded data includes. */
function useRefetchAfterUndo(seasonId: string, undoneCount: number): number {
  const queries = useQueryClient()
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (undoneCount === 0) return
    const queryKey = [SIGN_UPS_KEY, seasonId]
    void queries.invalidateQueries({ queryKey }).then(() => setShown(undoneCount))
  }, [queries, seasonId, undoneCount])
  return shown
}
