import { careers } from '@pitboard/contract/drivers/career'
import { type HeadToHead, headToHead } from '@pitboard/contract/drivers/head-to-head'
import type { Season } from '@pitboard/contract/seasons/season'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { findUser, nameOf, noSuchUser } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { createResolveName } from '../standings/identify-drivers.ts'
import type { SeasonViews } from '../seasons/view/season-views.ts'
import { compareDrivers, pairSessions } from './compare-drivers.ts'
import {
  type DrivenCar,
  listDistinctSessions,
  newestOf,
  readUserSessions,
} from './driver-sessions.ts'
import { findSeasonsOfLeagues } from './seasons-of-leagues.ts'
import { summariseCareer } from './summarise-career.ts'

/** Registers what the races of drivers say of them, and of two against each other. */
export function registerDrivers(
  app: FastifyInstance,
  { db }: AppContext,
  views: SeasonViews,
): void {
  route(app, careers.get, async ({ params: { userId: id }, reply }) => {
    if (!(await findUser(db, id))) throw noSuchUser(id)
    reply.header('cache-control', 'no-cache')
    return summariseCareer(await readUserSessions(db, views, id))
  })

  route(app, headToHead.ofUser, async ({ params: { userId: id }, query: { against }, reply }) => {
    const user = await findUser(db, id)
    if (!user) throw noSuchUser(id)
    const sessions = await readUserSessions(db, views, id)
    const pairs = pairSessions(
      sessions,
      (car) => car.userId === id,
      ({ name }) => name === against,
    )
    if (pairs.length === 0) throw new ApiError(404, `They have not met "${against}".`)
    reply.header('cache-control', 'no-cache')
    return {
      first: { name: nameOf(user), userId: id },
      second: { name: against, userId: findUserOf(pairs.map(({ second }) => second)) },
      ...compareDrivers(pairs),
    }
  })

  route(app, headToHead.ofSeason, async ({ user, params: { seasonId }, query, reply }) => {
    const { season, input } = await views.get(seasonId, user)
    const resolveName = createResolveName(input.aliases)
    const [first, second] = [query.first, query.second].map((name) =>
      findDriver(season, resolveName(name)),
    )
    if (!first || !second) throw new ApiError(404, 'There is no such driver in this season.')
    if (first.name === second.name) throw invalidField('second', 'is the first driver')
    const ids = await findSeasonsOfLeagues(db, season)
    const found = await Promise.all(ids.map((id) => views.find(id, user)))
    const shown = found.filter((view) => view !== undefined)
    const counted = newestOf(await listDistinctSessions(db, shown))
    reply.header('cache-control', 'no-cache')
    return {
      first,
      second,
      ...compareDrivers(pairSessions(counted, createIsDriver(first), createIsDriver(second))),
    }
  })
}

type Compared = HeadToHead['first']

function findDriver({ standings }: Season, name: string): Compared | undefined {
  const driver = standings.drivers.find(({ key, isHidden }) => key === name && !isHidden)
  return driver && { name: driver.name, userId: driver.userId ?? null }
}

/** A user is the same driver under every name; without a user the name decides. */
function createIsDriver({ name, userId }: Compared): (car: DrivenCar) => boolean {
  return (car) =>
    userId !== null && car.userId !== null ? car.userId === userId : car.name === name
}

function findUserOf(cars: readonly DrivenCar[]): string | null {
  return cars.find(({ userId }) => userId !== null)?.userId ?? null
}
