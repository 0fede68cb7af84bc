import { leagueMembers, type LinkPreview } from '@pitboard/contract/leagues/league-members'
import { ApiException } from '@pitboard/contract/wire/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { RoleList } from '../../features/leagues/role-list.tsx'
import { roleWords } from '../../features/leagues/role-words.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/link.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { isNotFound, QueryContent } from '../../ui/shell/query-content.tsx'

/** Shows what an invitation link invites to; a click accepts it, the link alone does not. */
export function InvitationPage() {
  const t = useText()
  const account = useAccount()
  const { code } = useParams({ from: '/leagues/invitations/$code' })
  return (
    <div className="mx-auto flex w-full max-w-prose flex-col gap-6">
      <PageTitle page={t('organiser.invitation')} />
      <h1>{t('organiser.invitation')}</h1>
      {account ? <Invitation code={code} /> : <SignInFirst code={code} />}
    </div>
  )
}

function SignInFirst({ code }: { readonly code: string }) {
  const t = useText()
  return (
    <>
      <p>{t('organiser.signInFirst')}</p>
      <p>
        <ButtonLink
          look="primary"
          to="/login"
          search={{ redirect: `/leagues/invitations/${code}` }}
        >
          {t('organiser.signIn')}
        </ButtonLink>
      </p>
    </>
  )
}

function linkPreview(code: string) {
  return queryOptions({
    queryKey: ['invitationLink', code],
    queryFn: ({ signal }) => call(leagueMembers.readLink, { body: { code }, signal }),
    retry: (failures, error) => !(error instanceof ApiException) && failures < 3,
  })
}

function Invitation({ code }: { readonly code: string }) {
  const t = useText()
  const query = useQuery(linkPreview(code))
  if (query.data === undefined && isNotFound(query.error)) {
    return (
      <EmptyState title={t('organiser.invitationOver')}>
        {t('organiser.invitationEnded')}
      </EmptyState>
    )
  }
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {(data) => <Decide code={code} preview={data} />}
    </QueryContent>
  )
}

interface DecideProps {
  readonly code: string
  readonly preview: LinkPreview
}

function Decide({ code, preview }: DecideProps) {
  const t = useText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { leagueId, leagueName: league, invitedByName: name, expiresAt, isMember } = preview
  const acceptance = useMutation({
    mutationFn: () => call(leagueMembers.acceptLink, { body: { code } }),
    async onSuccess() {
      await queries.invalidateQueries()
      void showToast({ title: t('organiser.welcome', { league }), tone: 'good' })
      await navigate({ to: '/leagues/$leagueId', params: { leagueId } })
    },
  })
  return (
    <>
      <p className="text-subhead wrap-anywhere">{t('organiser.linkInvites', { name, league })}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-muted">{t('organiser.yourRole')}</dt>
        <dd>{roleWords(preview, t)}</dd>
        <dt className="text-muted">{t('organiser.validUntil')}</dt>
        <dd>{formatDateTime(expiresAt, t.locale)}</dd>
      </dl>
      {isMember ? (
        <>
          <p>{t('organiser.alreadyMember')}</p>
          <p>
            <ButtonLink to="/leagues/$leagueId" params={{ leagueId }}>
              {t('organiser.toLeague')}
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <ProblemText>{acceptance.error && refusalText(acceptance.error, t)}</ProblemText>
          <p>
            <Button
              look="primary"
              loading={acceptance.isPending}
              onClick={() => acceptance.mutate()}
            >
              {t('organiser.accept')}
            </Button>
          </p>
        </>
      )}
      <Section title={t('organiser.invitationRoles')}>
        <RoleList />
      </Section>
    </>
  )
}
