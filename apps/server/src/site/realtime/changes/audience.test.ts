import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Visibility } from '@pitboard/contract/seasons/season'
import { type Caller, callerOf } from '../../../accounts/access/caller.ts'
import { recordSession } from '../../../racing/sessions/store/session-queries.ts'
import { openAccount, type TestAccount } from '../../../testing/account.ts'
import { createCall } from '../../../testing/call.ts'
import { recorded, sessionColumns } from '../../../testing/session-row.ts'
import { openTestServer, type TestServer } from '../../../testing/server.ts'
import { createWatcher, readRowChange } from './row-change.ts'
import { readRow, WATCHED_TABLES } from './tables.ts'

const READERS = ['owner', 'leagueOwner', 'member', 'formerMember', 'stranger', 'visitor'] as const
type Reader = (typeof READERS)[number]
const EVERYBODY: readonly Reader[] = READERS
const LEAGUE_TEAM: readonly Reader[] = ['leagueOwner', 'member']

interface Case {
  /** The row is visible to these readers in this state. */
  readonly state: string
  /** Returns the row of this state. */
  readonly id: () => Promise<string>
  /** These readers are notified if they watch the whole table. */
  readonly whole: readonly Reader[]
  /** These readers are notified if they name the id. */
  readonly byId: readonly Reader[]
}

let server: TestServer
let accounts: Record<Exclude<Reader, 'visitor'>, TestAccount>
before(async () => {
  server = await openTestServer()
  const open = async (username: string) => openAccount(server.context, { username })
  accounts = {
    owner: await open('Season owner'),
    leagueOwner: await open('League owner'),
    member: await open('Member'),
    formerMember: await open('Former member'),
    stranger: await open('Stranger'),
  }
  // A member of another league is a stranger to this one.
  const { stranger } = accounts
  const other = await create('/api/League', stranger, { name: 'Other', isPublic: false })
  await insertMember(other, stranger)
})
after(() => server.close())
const call = createCall(() => server)

async function create(path: string, as: TestAccount, body: object): Promise<string> {
  const answer = await call(`POST ${path}`, { as, body })
  assert.ok(answer.statusCode < 300, answer.body)
  return String(answer.json().id)
}

async function insertMember(leagueId: string, { userId }: TestAccount): Promise<void> {
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: userId, role: 'steward' })
    .execute()
}

/** Creates a league with a member, and with one who was removed. */
async function createLeague(isPublic: boolean): Promise<string> {
  const { db } = server.context
  const id = await create('/api/League', accounts.leagueOwner, { name: 'Cup', isPublic })
  await insertMember(id, accounts.member)
  await insertMember(id, accounts.formerMember)
  await db.deleteFrom('league_member').where('user_id', '=', accounts.formerMember.userId).execute()
  return id
}

/** Creates a season of another owner than its league. */
async function createSeason(visibility: Visibility, leagueId: string | null): Promise<string> {
  const { db } = server.context
  const id = await create('/api/Seasons', accounts.owner, { name: 'Winter' })
  await db.updateTable('season').set({ visibility }).where('id', '=', id).execute()
  if (leagueId !== null) {
    await db.insertInto('league_season').values({ league_id: leagueId, season_id: id }).execute()
  }
  return id
}

/** Creates a league to whose news somebody has reacted. */
async function createReactions(isPublic: boolean): Promise<string> {
  const id = await createLeague(isPublic)
  await server.context.db
    .insertInto('league_reactions')
    .values({ id, changed_at: new Date() })
    .execute()
  return id
}

async function createSession(): Promise<string> {
  const { db, newId } = server.context
  const id = newId()
  const columns = sessionColumns(accounts.owner.userId, { game_session_id: id })
  await recordSession(db, id, recorded(columns, {}))
  return id
}

const CASES: Readonly<Record<string, readonly Case[]>> = {
  profiles: [
    {
      state: 'any profile',
      id: async () => accounts.owner.userId,
      whole: EVERYBODY,
      byId: EVERYBODY,
    },
  ],
  sessions: [{ state: 'recorded', id: createSession, whole: EVERYBODY, byId: EVERYBODY }],
  leagues: [
    { state: 'public', id: () => createLeague(true), whole: EVERYBODY, byId: EVERYBODY },
    { state: 'private', id: () => createLeague(false), whole: LEAGUE_TEAM, byId: LEAGUE_TEAM },
  ],
  reactions: [
    { state: 'public', id: () => createReactions(true), whole: EVERYBODY, byId: EVERYBODY },
    { state: 'private', id: () => createReactions(false), whole: LEAGUE_TEAM, byId: LEAGUE_TEAM },
  ],
  seasons: [
    ...Visibility.enum.map((visibility): Case => {
      const isListed = visibility === 'listed'
      return {
        state: `${visibility}, in no league`,
        id: () => createSeason(visibility, null),
        whole: isListed ? EVERYBODY : ['owner'],
        byId: isListed || visibility === 'link' ? EVERYBODY : ['owner'],
      }
    }),
    {
      state: 'in a public league',
      id: async () => createSeason('link', await createLeague(true)),
      whole: EVERYBODY,
      byId: EVERYBODY,
    },
    {
      state: 'in a private league',
      id: async () => createSeason('listed', await createLeague(false)),
      whole: ['owner', ...LEAGUE_TEAM],
      byId: ['owner', ...LEAGUE_TEAM],
    },
  ],
}

test('every watched table has its readers here', () => {
  assert.deepEqual(Object.keys(CASES).toSorted(), [...WATCHED_TABLES.keys()].toSorted())
})

for (const [name, cases] of Object.entries(CASES)) {
  for (const { state, id: insert, whole, byId } of cases) {
    for (const type of ['UPDATE', 'DELETE'] as const) {
      test(`${name}, ${state}: ${type} reaches its readers and nobody else`, async () => {
        const id = await insert()
        assert.deepEqual(await listNotified({ name, id, type, filter: '' }), whole)
        assert.deepEqual(await listNotified({ name, id, type, filter: `id=eq.${id}` }), byId)
        const other = '01900000-0000-7000-8000-00000000dead'
        const named = await listNotified({ name, id, type, filter: `id=eq.${other}` })
        assert.deepEqual(named, [], 'another row is named')
      })
    }
  }
}

interface Watched {
  readonly name: string
  readonly id: string
  readonly type: 'UPDATE' | 'DELETE'
  readonly filter: string
}

async function listNotified({ name, id, type, filter }: Watched): Promise<readonly Reader[]> {
  const { db } = server.context
  const table = WATCHED_TABLES.get(name)
  assert.ok(table)
  const row = await readRow(db, table, id)
  const part = type === 'DELETE' ? { keys: row } : { row }
  const change = await readRowChange(db, JSON.stringify({ table: name, type, at: '', ...part }))
  const watcher = createWatcher(1, { event: '*', schema: 'public', table: name, filter })
  assert.ok(change && watcher)
  const notified: Reader[] = []
  for (const reader of READERS) {
    if (watcher.matches(change, await readCaller(reader))) notified.push(reader)
  }
  return notified
}

async function readCaller(reader: Reader): Promise<Caller> {
  if (reader === 'visitor') return { kind: 'anon' }
  return callerOf(server.context, accounts[reader].accessToken)
}
