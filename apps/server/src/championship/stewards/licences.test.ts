import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DriverLicence } from '@pitboard/contract/stewards/decision'
import { DEFAULT_RULES, type StewardRules } from '@pitboard/contract/stewards/steward-rules'
import type { TestAccount } from '../../testing/account.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { openStewards } from './stewards.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/** Ann, who has an account, has got 2 licence points in the first season of the league, Cid 3. */
async function openSeasons() {
  const world = await openStewards(server)
  const { call, send, path, owner, steward, report, respond, leagueId } = world
  const opened = await report({ driverIdxs: [0, 2] })
  await respond(opened.id)
  await send(`POST ${path}/cases/${opened.id}/decisions`, steward, {
    penalties: [
      { kind: 'licencePoints', driverIdx: 0, amount: 2 },
      { kind: 'licencePoints', driverIdx: 2, amount: 3 },
    ],
    reason: 'Left no room',
  })

  /** Adds a season with these names in its roster; returns its path. */
  async function addSeason(names: readonly string[], ofLeague: string | null = leagueId) {
    const league = ofLeague !== null && { leagueId: ofLeague }
    const { id } = await send('POST /api/Seasons', owner, { name: 'Next', ...league })
    const drivers = names.map((name) => ({
      id: server.context.newId(),
      name,
      carNumber: null,
      teamId: null,
      platformId: null,
      fromEventId: null,
      toEventId: null,
      isReserve: false,
      tier: '',
    }))
    await send(`PUT /api/Seasons/${id}/roster`, owner, { teams: [], drivers })
    return `/api/Seasons/${id}`
  }

  async function claim(season: string, as: TestAccount, name: string) {
    const { id } = await send(`POST ${season}/claims`, as, { name })
    await send(`PATCH ${season}/claims/${id}`, owner, { status: 'approved' })
  }

  const setRules = (season: string, rules: Partial<StewardRules>) =>
    send(`PUT ${season}/stewardRules`, owner, { ...DEFAULT_RULES, ...rules })

  /** Returns name, points, and those of other seasons. */
  async function licences(season: string, as?: TestAccount) {
    const answer = await call(`GET ${season}/decisions`, as && { as })
    const found: DriverLicence[] = answer.json().licences
    return found.map(({ name, points, otherPoints }) => [name, points, otherPoints])
  }

  return { ...world, addSeason, claim, setRules, licences }
}

test('licence points count in the other seasons of the league, by user or by name', async () => {
  const { path, ann, stranger, addSeason, claim, licences } = await openSeasons()
  const own = [
    ['Cid', 3, 0],
    ['Ann', 2, 0],
  ]
  assert.deepEqual(await licences(path), own)
  const next = await addSeason(['Annie', 'Cid', 'Dan'])
  assert.deepEqual(await licences(next), [['Cid', 3, 3]])
  await claim(next, ann, 'Annie')
  assert.deepEqual(await licences(next), [
    ['Cid', 3, 3],
    ['Annie', 2, 2],
  ])
  const ofNamesake = await addSeason(['Ann'])
  assert.deepEqual(await licences(ofNamesake), [['Ann', 2, 2]], 'as long as nobody claims the name')
  await claim(ofNamesake, stranger, 'Ann')
  assert.deepEqual(await licences(ofNamesake), [])
  assert.deepEqual(await licences(await addSeason(['Ann', 'Cid'], null)), [], 'in no league')
  assert.deepEqual(await licences(path), own)
})

test('the rules of the season decide on thresholds, expiry and whether the licence is that of the league', async () => {
  const { call, path, addSeason, setRules, licences } = await openSeasons()
  const next = await addSeason(['Cid'])
  await setRules(next, { licenceDays: 30, thresholds: [{ points: 3, consequence: 'Race ban' }] })
  const [licence] = (await call(`GET ${next}/decisions`)).json().licences
  assert.equal(licence.consequence, 'Race ban')
  assert.notEqual(licence.nextExpiryAt, null)
  const aged = new Date(server.context.now().getTime() - 31 * 86_400_000)
  const { db } = server.context
  const seasonId = path.split('/').at(-1) ?? ''
  const publish = (at: Date) =>
    db
      .updateTable('steward_decision')
      .set({ published_at: at })
      .where('season_id', '=', seasonId)
      .execute()
  await publish(aged)
  const [expired] = (await call(`GET ${next}/decisions`)).json().licences
  assert.deepEqual([expired.points, expired.otherPoints, expired.expiredPoints], [0, 0, 3])
  await publish(server.context.now())
  await setRules(next, { licenceScope: 'season' })
  assert.deepEqual(await licences(next), [])
  await setRules(next, {})
  await setRules(path, { licenceScope: 'season' })
  assert.deepEqual(await licences(next), [], 'of the season that gave the points, too')
})

const entry = (name: string, tier: string, more = {}) => ({
  id: server.context.newId(),
  name,
  tier,
  ...more,
})

test('where tiers compete each licence has the tier of its driver, after a promotion the new one', async () => {
  const { call, send, owner, addSeason } = await openSeasons()
  const next = await addSeason(['Ann', 'Cid'])
  const tiersOf = async () => {
    const found: DriverLicence[] = (await call(`GET ${next}/decisions`)).json().licences
    return found.map(({ name, tier }) => [name, tier])
  }
  assert.deepEqual(await tiersOf(), [
    ['Cid', undefined],
    ['Ann', undefined],
  ])
  await send('PATCH /api/Seasons', owner, { id: next.split('/').at(-1), tiers: ['Pro', 'Club'] })
  const events = [{ track: 7 }, { track: 10 }]
  const made = await send(`PATCH ${next}/events`, owner, { events })
  const [first, second] = made.events.map(({ id }: { id: string }) => id)
  const drivers = [
    entry('Ann', 'Club', { toEventId: first }),
    entry('Ann', 'Pro', { fromEventId: second }),
    entry('Cid', 'Reserves'),
  ]
  await send(`PUT ${next}/roster`, owner, { teams: [], drivers })
  assert.deepEqual(await tiersOf(), [
    ['Cid', ''],
    ['Ann', 'Club'],
  ])
  const race = { trackId: 10, sessionType: 10, numberOfLaps: 5 }
  const session = await send('POST /api/Sessions', owner, {
    ...race,
    sessionStartTime: '2026-05-03T18:00:00Z',
    drivers: [{ driverIdx: 0, name: 'Cid', finishingPosition: 1, resultStatus: 3 }],
  })
  await send(`PATCH ${next}/events/${second}/session/${session.id}`, owner, { tier: 'Club' })
  assert.deepEqual(await tiersOf(), [
    ['Cid', 'Club'],
    ['Ann', 'Pro'],
  ])
})

test('a league that a reader may not see shows them no licence points', async () => {
  const { send, path, owner, addSeason, licences } = await openSeasons()
  const { db } = server.context
  const open = async (isPublic: boolean): Promise<string> =>
    (await send('POST /api/League', owner, { name: 'Other', isPublic })).id
  const [secret, known] = [await open(false), await open(true)]
  const next = await addSeason(['Cid'], known)
  for (const season of [path, next]) {
    const season_id = season.split('/').at(-1) ?? ''
    await db.insertInto('league_season').values({ league_id: secret, season_id }).execute()
  }
  assert.deepEqual(await licences(next, owner), [['Cid', 3, 3]])
  assert.deepEqual(await licences(next), [])
})
