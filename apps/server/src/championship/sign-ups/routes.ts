import { type SeasonSignUp, signUps } from '@pitboard/contract/sign-ups/sign-ups'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { checkHasUsername } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readIfMatch, setVersionTag } from '../../platform/http/etags.ts'
import { setAttachmentHeader } from '../../platform/http/headers.ts'
import type { RateLimit } from '../../platform/limits/rate-limits.ts'
import { type Caller, readChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { decideSignUp, removeSignUps, updateForm } from './decide-sign-up.ts'
import { signUpDriver, withdrawSignUp } from './sign-up-driver.ts'
import { findForm, isOpenAt, presentForm } from './sign-up-form.ts'
import {
  countAccepted,
  findSignUpOf,
  getSignUp,
  presentSignUp,
  selectSignUps,
  signUpTag,
} from './sign-up-rows.ts'
import { toSignUpsCsv } from './sign-ups-csv.ts'

const CHANGES = { name: 'sign-ups of a user', calls: 60, seconds: 3600, burst: 20 } as const

/** Drivers get a place in a season here (docs/leagues-and-seasons.md). */
export function registerSignUps(
  app: FastifyInstance,
  context: AppContext,
  views: SeasonViews,
): void {
  const { db, events } = context
  events.subscribe('userLeaving', (transaction, { userId }) =>
    removeSignUps(context, transaction, userId),
  )

  async function countChange(limit: RateLimit, { userId }: Caller): Promise<void> {
    const seconds = await context.rateLimits.take({ limit, key: userId })
    if (seconds === 0) return
    throw new ApiError(429, 'Too many changes of your sign-ups. Try again later.', {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
    })
  }

  route(app, signUps.season, async ({ user, params: { seasonId } }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    return readSeasonSignUp(context, seasonId, user)
  })

  route(app, signUps.updateForm, async ({ user, params: { seasonId }, body, request, reply }) => {
    await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    await updateForm(context, seasonId, readChangeRequest(user, request), body)
    setVersionTag(reply, await ownedSeasons.getVisible(db, seasonId, user))
    return readSeasonSignUp(context, seasonId, user)
  })

  route(app, signUps.signUp, async ({ user, params: { seasonId }, body, request }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    await countChange(CHANGES, user)
    await checkHasUsername(db, user.userId)
    const { season } = await views.get(seasonId, user)
    const standingNames = new Set(season.standings.drivers.map(({ name }) => name))
    const wanted = readIfMatch(request)
    await signUpDriver(context, seasonId, { user, body, wanted, standingNames })
    return readOwn(seasonId, user)
  })

  route(app, signUps.withdraw, async ({ user, params: { seasonId } }) => {
    await ownedSeasons.getVisible(db, seasonId, user)
    await countChange(CHANGES, user)
    await withdrawSignUp(context, seasonId, user)
    return readOwn(seasonId, user)
  })

  route(app, signUps.list, async ({ user, params: { seasonId }, query, list }) => {
    await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    const rows = selectSignUps(db, seasonId, query)
    list.describe({ total: await countRows(rows.clearOrderBy()) })
    const page = rows.limit(list.pageSize).offset((list.page - 1) * list.pageSize)
    return (await page.execute()).map(presentSignUp)
  })

  route(app, signUps.export, async ({ user, params: { seasonId }, query, reply }) => {
    const season = await ownedSeasons.getAllowed(db, seasonId, user, 'manageSeasons')
    const rows = await selectSignUps(db, seasonId, query).execute()
    const form = await findForm(db, seasonId)
    reply.header('cache-control', 'no-store')
    setAttachmentHeader(reply, `${season.name} sign-ups`, 'csv')
    return reply.type('text/csv; charset=utf-8').send(toSignUpsCsv(form?.questions ?? [], rows))
  })

  route(app, signUps.decide, async ({ user, params, body, request }) => {
    await ownedSeasons.getAllowed(db, params.seasonId, user, 'manageSeasons')
    await decideSignUp(context, params, readChangeRequest(user, request), body.status)
    return presentSignUp(await getSignUp(db, params.seasonId, params.signUpId))
  })

  async function readOwn(seasonId: string, { userId }: Caller) {
    const row = await findSignUpOf(db, seasonId, userId)
    if (!row) throw new ApiError(404, 'You have not signed up for this season.')
    return presentSignUp(row)
  }
}

async function readSeasonSignUp(
  { db, now }: AppContext,
  seasonId: string,
  user: Caller | null,
): Promise<SeasonSignUp> {
  const [form, accepted, waiting, own] = await Promise.all([
    findForm(db, seasonId),
    countAccepted(db, seasonId),
    countRows(
      db
        .selectFrom('season_sign_up')
        .where('season_id', '=', seasonId)
        .where('status', '=', 'waiting'),
    ),
    user ? findSignUpOf(db, seasonId, user.userId) : undefined,
  ])
  return {
    form: form ? presentForm(form) : null,
    isOpen: form !== undefined && isOpenAt(form, now()),
    accepted: [...accepted.values()].reduce((sum, count) => sum + count, 0),
    waiting,
    tiers: Array.from(accepted, ([tier, count]) => ({ tier, accepted: count })),
    own: own ? presentSignUp(own) : null,
    ownTag: signUpTag(own),
  }
}
