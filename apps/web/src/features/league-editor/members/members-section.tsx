import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { isAllowed } from '@pitboard/contract/leagues/league-roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useText } from '../../../messages/use-text.ts'
import { Section } from '../../../ui/section.tsx'
import { QueryContent } from '../../../ui/shell/query-content.tsx'
import { Skeleton } from '../../../ui/states/page-skeleton.tsx'
import { LEAGUES_KEY } from '../../leagues/league-queries.ts'
import { RoleList } from '../../leagues/role-list.tsx'
import { InvitationLinks } from './invitation-links.tsx'
import { InviteUser } from './invite-user.tsx'
import { MemberList } from './member-list.tsx'
import type { MembersProps } from './members-props.ts'
import { OpenInvitations } from './open-invitations.tsx'
import { TransferLeague } from './transfer-league.tsx'

function leagueTeam(leagueId: string) {
  return queryOptions({
    queryKey: [...LEAGUES_KEY, 'team', leagueId],
    queryFn: ({ signal }) => call(leagueMembers.team, { params: { leagueId }, signal }),
  })
}

/** The section shows who runs the league, invitations and its transfer, as far as the user's role allows. */
export function MembersSection(props: MembersProps) {
  const t = useText()
  const { league, roles } = props
  const query = useQuery(leagueTeam(league.id))
  const mayInvite = isAllowed(roles, 'manageMembers')
  return (
    <Section title={t('organiser.members')} anchor="members">
      <QueryContent query={query} placeholder={<Skeleton className="h-72" />}>
        {(team) => (
          <div className="flex flex-col gap-6">
            <p className="max-w-prose text-muted">{t('organiser.membersWhy')}</p>
            <MemberList {...props} team={team} />
            <OpenInvitations {...props} team={team} />
            <RoleList />
            {mayInvite && <InviteUser {...props} />}
            {mayInvite && <InvitationLinks {...props} team={team} />}
            {isAllowed(roles, 'transferLeague') && team.members.length > 0 && (
              <TransferLeague {...props} team={team} />
            )}
          </div>
        )}
      </QueryContent>
    </Section>
  )
}
