import type { Season } from '@pitboard/contract/seasons/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { AttendanceGrid } from '../../features/attendance/attendance-grid.tsx'
import { attendanceOf } from '../../features/attendance/attendance-queries.ts'
import { closedWords, signUpFacts } from '../../features/sign-ups/sign-up-facts.ts'
import { signUpOf } from '../../features/sign-ups/sign-up-queries.ts'

const OrganiserAttendance = lazyPart(
  async () =>
    (await import('../../features/attendance/organiser-attendance.tsx')).OrganiserAttendance,
  { texts: ['organiser'], fallback: <Skeleton className="h-48" /> },
)

/** Shows the way to the sign-up, and who takes part, which is fetched when a reader wants to see it. */
export function TakePartSection({ season }: { readonly season: Season }) {
  const t = useText()
  const account = useAccount()
  const [isShown, setShown] = useState(() => location.hash === '#attendance')
  const { data } = useQuery(signUpOf(season.id, account?.userId ?? null))
  const form = data?.form
  if (!account && !form) return null
  return (
    <Section title={t('participation.takePart')} anchor="attendance">
      <div className="flex flex-col gap-4" data-open={account && isShown ? '' : undefined}>
        {form && (
          <p className="text-muted">
            {data.isOpen
              ? signUpFacts(form, data, t).join(' ')
              : `${t('participation.notOpen')}. ${closedWords(form, t)}`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {form && (data.isOpen || data.own) && (
            <ButtonLink to="/seasons/$seasonId/sign-up" params={{ seasonId: season.id }}>
              {t(data.own ? 'participation.toOwn' : 'participation.toSignUp')}
            </ButtonLink>
          )}
          {account && !isShown && (
            <Button onClick={() => setShown(true)}>{t('participation.showAttendance')}</Button>
          )}
        </div>
        {account && isShown && <Shown season={season} />}
      </div>
    </Section>
  )
}

function Shown({ season }: { readonly season: Season }) {
  const query = useQuery(attendanceOf(season.id, season.version))
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
      {(data) => {
        if (data.isOrganiser) return <OrganiserAttendance season={season} attendance={data} />
        return <AttendanceGrid season={season} attendance={data} edit={null} />
      }}
    </QueryContent>
  )
}
