import { account } from '@pitboard/contract/accounts/accounts'
import { leagueMembers } from '@pitboard/contract/leagues/league-members'
import { memberships } from '@pitboard/contract/leagues/memberships'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import type { AppContext } from '../../context.ts'
import { bucketsOfNetworks } from '../../platform/limits/networks.ts'
import { setVersionTag } from '../../platform/http/etags.ts'
import { createPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { checkInvitationRate, checkRate } from './invitation-limits.ts'
import { acceptLink, createLink, previewLink, revokeLink } from './invitation-links.ts'
import {
  acceptInvitation,
  declineInvitation,
  inviteUser,
  listOwnInvitations,
  removeExpiredInvitations,
  revokeInvitation,
} from './invitations.ts'
import { changeRole, listMemberships, readTeam, removeMember } from './members.ts'
import { previewDeletion } from './deletion-preview.ts'
import { handOverLeagues } from './ownership.ts'
import { type LeagueRecord, ownedLeagues } from './queries.ts'

const CLEANUP_EVERY_MS = 3_600_000

/** A caller may make `burst` calls at once, then `calls` in `seconds`. */
const LIMITS = {
  linksOfUser: { name: 'invitation links of a user', calls: 30, seconds: 60, burst: 30 },
  linksOfNetwork: { name: 'invitation links of a network', calls: 60, seconds: 60, burst: 60 },
} as const satisfies Record<string, RateLimit>

/** Registers members of leagues, invitations and the transfer of a league. */
export function addMemberRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, events } = context
  const cleanup = createPeriodicJob(() => removeExpiredInvitations(context), {
    everyMs: CLEANUP_EVERY_MS,
    log: context.log,
    leadership: context.leadership,
    failure: 'expired invitations could not be removed',
  })
  app.addHook('onReady', async () => cleanup.start())
  app.addHook('preClose', () => cleanup.stop())
  events.subscribe('userLeaving', (transaction, { userId }) =>
    handOverLeagues(context, transaction, userId),
  )

  async function countLink({ userId }: Caller, { ip }: FastifyRequest): Promise<void> {
    await checkRate(
      context,
      { limit: LIMITS.linksOfUser, key: userId },
      ...bucketsOfNetworks(LIMITS.linksOfNetwork, ip),
    )
  }

  async function sendTeam(league: LeagueRecord, user: Caller, reply: FastifyReply) {
    setVersionTag(reply, league)
    return readTeam(context, league, user)
  }

  route(app, account.previewDeletion, async ({ user, reply }) => {
    reply.header('cache-control', 'no-store')
    return previewDeletion(db, user.userId)
  })

  route(app, memberships.list, async ({ user }) => listMemberships(db, user.userId))

  route(app, leagueMembers.ownInvitations, async ({ user }) =>
    listOwnInvitations(context, user.userId),
  )

  route(app, leagueMembers.acceptInvitation, async ({ user, params: { invitationId } }) =>
    presentJoined(await acceptInvitation(context, invitationId, user)),
  )

  route(app, leagueMembers.declineInvitation, async ({ user, params: { invitationId } }) => {
    await declineInvitation(context, invitationId, user)
    return null
  })

  route(app, leagueMembers.readLink, async ({ user, body: { code }, request }) => {
    await countLink(user, request)
    return previewLink(context, code, user)
  })

  route(app, leagueMembers.acceptLink, async ({ user, body: { code }, request }) => {
    await countLink(user, request)
    return presentJoined(await acceptLink(context, code, user))
  })

  route(app, leagueMembers.team, async ({ user, params: { leagueId }, reply }) => {
    const league = await ownedLeagues.getAllowed(db, leagueId, user, 'viewTeam')
    return sendTeam(league, user, reply)
  })

  route(app, leagueMembers.invite, async ({ user, params, body, request, reply }) => {
    await ownedLeagues.getAllowed(db, params.leagueId, user, 'manageMembers')
    await checkInvitationRate(context, user.userId)
    const change = readChangeRequest(user, request)
    return sendTeam(await inviteUser(context, params.leagueId, change, body), user, reply)
  })

  route(app, leagueMembers.revokeInvitation, async ({ user, params, request, reply }) => {
    const change = readChangeRequest(user, request)
    return sendTeam(await revokeInvitation(context, params, change), user, reply)
  })

  route(app, leagueMembers.createLink, async ({ user, params, body, request, reply }) => {
    await ownedLeagues.getAllowed(db, params.leagueId, user, 'manageMembers')
    await checkInvitationRate(context, user.userId)
    const change = readChangeRequest(user, request)
    const { code, league } = await createLink(context, params, change, body)
    // It holds the code, which no cache may store.
    reply.header('cache-control', 'no-store')
    return { code, team: await sendTeam(league, user, reply) }
  })

  route(app, leagueMembers.revokeLink, async ({ user, params, request, reply }) => {
    const change = readChangeRequest(user, request)
    return sendTeam(await revokeLink(context, params, change), user, reply)
  })

  route(app, leagueMembers.changeRole, async ({ user, params, body, request, reply }) => {
    const change = readChangeRequest(user, request)
    return sendTeam(await changeRole(context, params, change, body), user, reply)
  })

  route(app, leagueMembers.removeMember, async ({ user, params, request, reply }) => {
    setVersionTag(reply, await removeMember(context, params, readChangeRequest(user, request)))
    return null
  })
}

function presentJoined({ id, name }: LeagueRecord) {
  return { leagueId: id, leagueName: name }
}
