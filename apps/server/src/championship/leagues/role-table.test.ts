import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { DEFAULT_RULES } from '@pitboard/contract/stewards/steward-rules'
import type { Endpoint } from '@pitboard/contract/wire/endpoint'
import { sql } from 'kysely'
import { openAccount, type TestAccount } from '../../testing/account.ts'
import { createCall } from '../../testing/call.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { recordRace } from '../seasons/races.fixture.ts'

const OPERATOR_ADDRESS = 'chief@club.example'

/**
 * The letters name the callers below: owner, admin, result editor, steward, and those whose role is limited to seasons:
 * admin and steward of the season, steward of another one.
 */
const EVERY_ROLE = 'OARSDTU'
const CALLERS = {
  O: 'owner',
  A: 'admin',
  R: 'resultEditor',
  S: 'steward',
  D: 'admin of the season alone',
  T: 'steward of the season alone',
  U: 'steward of another season alone',
  E: 'admin of another league',
  X: 'stranger',
  P: 'operator of the site',
  V: 'visitor',
} as const
type Letter = keyof typeof CALLERS
const LETTERS = [
  'O',
  'A',
  'R',
  'S',
  'D',
  'T',
  'U',
  'E',
  'X',
  'P',
  'V',
] as const satisfies readonly Letter[]

interface Case {
  readonly may: string
  readonly body?: object
  /** They get this status, if it is neither a success nor a 412. */
  readonly allowed?: number
  /** It looks like an unknown one to signed-in users who may not. */
  readonly isHidden?: boolean
  /** These values of the path differ from the usual ones. */
  readonly params?: Readonly<Record<string, string>>
}

const SIGN_UP_FORM = {
  opensAt: null,
  closesAt: null,
  needsApproval: true,
  capacity: null,
  tiers: [],
  questions: [],
  note: '',
}

/** Such an endpoint concerns nothing except the caller's own things. */
const OWN = 'own'

let server: TestServer
const accounts = new Map<Letter, TestAccount>()
before(async () => {
  server = await openTestServer({ env: { OPERATOR_ACCOUNTS: OPERATOR_ADDRESS } })
  for (const letter of LETTERS) {
    if (letter === 'V') continue
    const username = `Caller ${letter}`
    accounts.set(letter, await openAccount(server.context, { username }))
  }
  await server.context.db
    .updateTable('auth.users')
    .set({ email: OPERATOR_ADDRESS, email_confirmed_at: new Date() })
    .where('id', '=', accountOf('P').userId)
    .execute()
})
after(() => server.close())
const call = createCall(() => server)

async function send(what: string, as: TestAccount | undefined, body?: object) {
  const answer = await call(what, { ...(as && { as }), ...(body && { body }) })
  assert.ok(answer.statusCode < 300, `${what}: ${answer.statusCode} ${answer.body}`)
  return answer.statusCode === 204 ? null : answer.json()
}

function accountOf(letter: Letter): TestAccount {
  const account = accounts.get(letter)
  assert.ok(account)
  return account
}

async function join(
  leagueId: string,
  userId: string,
  role: 'admin' | 'resultEditor' | 'steward',
  seasonIds: string[] | null = null,
) {
  await server.context.db
    .insertInto('league_member')
    .values({ league_id: leagueId, user_id: userId, role, season_ids: seasonIds })
    .execute()
}

/** Opens a league with everything that the endpoints name, and the cases by method and path. */
async function openLeague(isPublic: boolean) {
  const { context } = server
  const owner = accountOf('O')
  const { id: leagueId } = await send('POST /api/League', owner, { name: 'Cup', isPublic })
  const elsewhere = await openAccount(context, { username: `Other ${leagueId.slice(-8)}` })
  const other = await send('POST /api/League', elsewhere, { name: 'Other', isPublic: true })
  await join(other.id, accountOf('E').userId, 'admin')
  const [admin2, steward2] = [
    await openAccount(context, { username: `A2 ${leagueId.slice(-8)}` }),
    await openAccount(context, { username: `S2 ${leagueId.slice(-8)}` }),
  ]
  const guestName = `G ${leagueId.slice(-8)}`
  const guest = await openAccount(context, { username: guestName })
  await join(leagueId, accountOf('A').userId, 'admin')
  await join(leagueId, accountOf('R').userId, 'resultEditor')
  await join(leagueId, accountOf('S').userId, 'steward')
  await join(leagueId, admin2.userId, 'admin')
  await join(leagueId, steward2.userId, 'steward')
  const { id: seasonId } = await send('POST /api/Seasons', owner, { name: 'Spring', leagueId })
  const { id: second } = await send('POST /api/Seasons', owner, { name: 'Second', leagueId })
  await join(leagueId, accountOf('D').userId, 'admin', [seasonId])
  await join(leagueId, accountOf('T').userId, 'steward', [seasonId])
  await join(leagueId, accountOf('U').userId, 'steward', [second])
  const { id: outside } = await send('POST /api/Seasons', owner, { name: 'Outside' })
  const event = await send(`POST /api/Seasons/${seasonId}/events`, owner, { track: 7 })
  const [linked, free] = [
    await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] }),
    await recordRace(server, owner.userId, { names: ['Ann', 'Bob'] }),
  ]
  const events = `/api/Seasons/${seasonId}/events/${event.id}`
  await send(`PATCH ${events}/session/${linked}`, owner, {})
  const decision = { kind: 'points', name: 'Ann', points: -1, reason: 'late' }
  const adjusted = await send(`POST /api/Seasons/${seasonId}/adjustments`, owner, decision)
  const invited = await send(`POST /api/League/${leagueId}/invitations`, owner, {
    username: guestName,
    role: 'steward',
  })
  await send(`PUT /api/League/${leagueId}/invitationLinks/steward`, owner, { days: 1, uses: 1 })
  const team = {
    id: context.newId(),
    season_id: seasonId,
    place: 0,
    name: 'Red',
    colour: '#ff0000',
  }
  await context.db.insertInto('season_team').values(team).execute()
  const caseId = context.newId()
  await context.db
    .insertInto('steward_case')
    .values({
      id: caseId,
      season_id: seasonId,
      number: 1,
      session_id: linked,
      event_id: event.id,
      lap: 1,
      event_seq: null,
      description: 'Contact',
      links: '[]',
      reporter_id: null,
      respond_until: new Date(0),
      created_at: new Date(0),
    })
    .execute()
  const params: Readonly<Record<string, string>> = {
    caseId,
    decisionId: context.newId(),
    place: '0',
    leagueId,
    seasonId,
    id: seasonId,
    eventId: event.id,
    sessionId: linked,
    version: '2',
    adjustmentId: adjusted.adjustments[0].id,
    invitationId: invited.invitations[0].id,
    userId: steward2.userId,
    role: 'steward',
    webhookId: context.newId(),
    deliveryId: context.newId(),
    claimId: context.newId(),
    signUpId: context.newId(),
    teamId: team.id,
  }
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const merge = { merge: { name: 'Ann', aliases: ['Bob'] } }
  const member = { params: { userId: admin2.userId } }
  const receiver = { kind: 'generic', name: 'x', url: 'https://example.com/x', types: ['live'] }
  // The caller may, but there is nothing with this id.
  const unknown = { may: 'OA', allowed: 404 }
  const JUDGES = { may: 'OASDT', isHidden: true } as const
  const draft = { penalties: [], reason: 'x' }
  const operator = { may: 'P', isHidden: true, params: { userId: guest.userId, queue: 'traces' } }
  const cases: Readonly<Record<string, typeof OWN | Case | readonly Case[]>> = {
    'GET /api/Operation': operator,
    'GET /api/Operation/users': operator,
    'PUT /api/Operation/users/{userId}/block': operator,
    'DELETE /api/Operation/users/{userId}/block': operator,
    'POST /api/Operation/queues/{queue}/retry': operator,
    'POST /api/League': OWN,
    'GET /api/League/{leagueId}/follow': OWN,
    'PUT /api/League/{leagueId}/follow': OWN,
    'GET /api/Seasons/{seasonId}/follow': OWN,
    'PUT /api/Seasons/{seasonId}/follow': OWN,
    'GET /api/League/deleted': OWN,
    'GET /api/League/memberships': OWN,
    'GET /api/League/invitations': OWN,
    'POST /api/League/invitations/{invitationId}/accept': OWN,
    'POST /api/League/invitations/{invitationId}/decline': OWN,
    'POST /api/League/invitationLinks/read': OWN,
    'POST /api/League/invitationLinks/accept': OWN,
    'PATCH /api/League/{leagueId}': { may: 'OA', body: { name: 'Changed' } },
    'DELETE /api/League/{leagueId}': { may: 'O' },
    'POST /api/League/{leagueId}/restore': { may: 'O' },
    'GET /api/League/{leagueId}/history': { may: EVERY_ROLE },
    'POST /api/League/{leagueId}/history/{version}/undo': { may: 'OA' },
    'POST /api/League/{leagueId}/seasons/{seasonId}': {
      may: 'OA',
      params: { seasonId: outside },
    },
    'DELETE /api/League/{leagueId}/seasons/{seasonId}': { may: 'OA' },
    'PATCH /api/League/{leagueId}/thumbnail': { may: 'OA', body: { thumbnailBase64: picture } },
    'DELETE /api/League/{leagueId}/thumbnail': { may: 'OA' },
    'PATCH /api/League/{leagueId}/banner': { may: 'OA', body: { bannerBase64: picture } },
    'DELETE /api/League/{leagueId}/banner': { may: 'OA' },
    'GET /api/League/{leagueId}/members': { may: EVERY_ROLE },
    'POST /api/League/{leagueId}/invitations': [
      { may: 'OA', body: { username: 'Caller X', role: 'steward' } },
      { may: 'O', body: { username: 'Caller X', role: 'admin' } },
      { may: 'O', body: { username: 'Caller A', role: 'owner' } },
    ],
    'DELETE /api/League/{leagueId}/invitations/{invitationId}': { may: 'OA' },
    'PUT /api/League/{leagueId}/invitationLinks/{role}': [
      { may: 'OA', body: { days: 1, uses: 1 } },
      { may: 'O', body: { days: 1, uses: 1 }, params: { role: 'admin' } },
    ],
    'DELETE /api/League/{leagueId}/invitationLinks/{role}': { may: 'OA' },
    'PATCH /api/League/{leagueId}/members/{userId}': [
      { may: 'OA', body: { role: 'resultEditor' } },
      { may: 'OA', body: { role: 'steward', seasonIds: [seasonId] } },
      { may: 'O', body: { role: 'admin' } },
      { may: 'O', body: { role: 'steward' }, ...member },
    ],
    'DELETE /api/League/{leagueId}/members/{userId}': [{ may: 'OA' }, { may: 'O', ...member }],
    'GET /api/League/{leagueId}/webhooks': { may: 'OA' },
    'POST /api/League/{leagueId}/webhooks': { may: 'OA', body: receiver },
    'PATCH /api/League/{leagueId}/webhooks/{webhookId}': { ...unknown, body: { name: 'x' } },
    'DELETE /api/League/{leagueId}/webhooks/{webhookId}': unknown,
    'POST /api/League/{leagueId}/webhooks/{webhookId}/secret': unknown,
    'POST /api/League/{leagueId}/webhooks/{webhookId}/test': unknown,
    'GET /api/League/{leagueId}/webhooks/{webhookId}/deliveries': unknown,
    'POST /api/League/{leagueId}/webhooks/{webhookId}/deliveries/{deliveryId}/resend': unknown,
    'PUT /api/Seasons/{seasonId}/roster': { may: 'OAD', body: { teams: [], drivers: [] } },
    'PUT /api/Seasons/{seasonId}/teams/{teamId}/picture': {
      may: 'OAD',
      body: { pictureBase64: picture },
    },
    'DELETE /api/Seasons/{seasonId}/teams/{teamId}/picture': { may: 'OAD' },
    'GET /api/Seasons/{seasonId}/claims': OWN,
    'POST /api/Seasons/{seasonId}/claims': OWN,
    'PATCH /api/Seasons/{seasonId}/claims/{claimId}': { may: 'OAD', body: { status: 'refused' } },
    'DELETE /api/Seasons/{seasonId}/claims/{claimId}': OWN,
    'PUT /api/Seasons/{seasonId}/stewardRules': { may: 'OAD', body: DEFAULT_RULES },
    'GET /api/StewardCases/pending': OWN,
    'GET /api/Seasons/{seasonId}/cases': OWN,
    'POST /api/Seasons/{seasonId}/cases': OWN,
    'GET /api/Seasons/{seasonId}/cases/{caseId}': JUDGES,
    'POST /api/Seasons/{seasonId}/cases/{caseId}/statements': OWN,
    'GET /api/Seasons/{seasonId}/cases/{caseId}/room': JUDGES,
    'POST /api/Seasons/{seasonId}/cases/{caseId}/comments': { ...JUDGES, body: { text: 'x' } },
    'POST /api/Seasons/{seasonId}/cases/{caseId}/proposals': { ...JUDGES, body: draft },
    'PUT /api/Seasons/{seasonId}/cases/{caseId}/vote': { ...JUDGES, body: { proposalId: null } },
    'POST /api/Seasons/{seasonId}/cases/{caseId}/preview': { ...JUDGES, body: { penalties: [] } },
    'POST /api/Seasons/{seasonId}/cases/{caseId}/decisions': { ...JUDGES, body: draft },
    'POST /api/Seasons/{seasonId}/cases/{caseId}/decisions/{decisionId}/revoke': {
      ...JUDGES,
      body: { reason: 'x' },
    },
    'PUT /api/Seasons/{seasonId}/decisions/{decisionId}/penalties/{place}': {
      may: 'OASDT',
      body: { state: 'activated' },
    },
    'PUT /api/Seasons/{seasonId}/signUp/form': { may: 'OAD', body: SIGN_UP_FORM },
    'PUT /api/Seasons/{seasonId}/signUp': OWN,
    'DELETE /api/Seasons/{seasonId}/signUp': OWN,
    'GET /api/Seasons/{seasonId}/signUps': { may: 'OAD' },
    'GET /api/Seasons/{seasonId}/signUps/export': { may: 'OAD' },
    'PATCH /api/Seasons/{seasonId}/signUps/{signUpId}': {
      may: 'OAD',
      body: { status: 'refused' },
    },
    'PUT /api/Seasons/{seasonId}/driverVotes/{sessionId}': OWN,
    'PUT /api/League/{leagueId}/reactions': OWN,
    'GET /api/Seasons/attendance': OWN,
    'PUT /api/Seasons/{seasonId}/attendance': { may: 'OAD', body: { deadlineHours: 48 } },
    'PUT /api/Seasons/{seasonId}/events/{eventId}/attendance/{userId}': {
      ...unknown,
      may: 'OAD',
      body: { answer: 'declined' },
    },
    'PUT /api/Seasons/{seasonId}/events/{eventId}/drivers/{driverId}/attendance': {
      may: 'OAD',
      body: { answer: 'declined' },
      params: { driverId: context.newId() },
    },
    'POST /api/Seasons': { may: 'OA', body: { name: 'New', leagueId } },
    'PATCH /api/Seasons': { may: 'OAD', body: { id: seasonId, name: 'Changed' } },
    'GET /api/Seasons/user': OWN,
    'GET /api/Seasons/deleted': OWN,
    'GET /api/Seasons/offers': OWN,
    'POST /api/Seasons/offers/{offerId}/accept': OWN,
    'POST /api/Seasons/offers/{offerId}/decline': OWN,
    'GET /api/Seasons/{seasonId}/offer': { may: 'O' },
    'POST /api/Seasons/{seasonId}/offer': { may: 'O', body: { username: guestName } },
    'DELETE /api/Seasons/{seasonId}/offer': { may: 'O' },
    'GET /api/Seasons/driven': OWN,
    'GET /api/Seasons/work': OWN,
    'DELETE /api/Seasons/{id}': { may: 'OAD' },
    'POST /api/Seasons/{seasonId}/restore': { may: 'OAD' },
    'GET /api/Seasons/{seasonId}/history': { may: EVERY_ROLE },
    'POST /api/Seasons/{seasonId}/history/{version}/undo': { may: 'OAD' },
    'POST /api/Seasons/{seasonId}/events': { may: 'OARD', body: { track: 3 } },
    'PATCH /api/Seasons/{seasonId}/events': { may: 'OARD', body: { events: [{ track: 3 }] } },
    'PATCH /api/Seasons/{seasonId}/events/{eventId}': { may: 'OARD', body: { track: 5 } },
    'DELETE /api/Seasons/{seasonId}/events/{eventId}': { may: 'OARD' },
    'PATCH /api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}': {
      may: 'OARD',
      body: { role: 'sprint' },
    },
    'PATCH /api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}': {
      may: 'OARD',
      body: { role: 'sprint' },
    },
    'DELETE /api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}': { may: 'OARD' },
    'DELETE /api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}': { may: 'OARD' },
    'PATCH /api/Seasons/{seasonId}/events/{eventId}/sessions': {
      may: 'OARD',
      body: { sessionIds: [free] },
    },
    'POST /api/Seasons/{seasonId}/events/{eventId}/sessions/preview': {
      may: 'OARD',
      body: { sessionIds: [free] },
    },
    'POST /api/Seasons/{seasonId}/weekends': {
      may: 'OARD',
      body: { weekends: [{ eventId: event.id, sessionIds: [free] }] },
    },
    'POST /api/Seasons/{seasonId}/results': {
      may: 'OARD',
      body: {
        results: [
          {
            eventId: event.id,
            document: {
              trackId: 7,
              sessionType: 5,
              sessionStartTime: '2026-03-01T14:00:00Z',
              drivers: [{ driverIdx: 0, name: 'Ann', resultStatus: 3, position: 1 }],
            },
          },
        ],
      },
    },
    'GET /api/Seasons/{seasonId}/aliases': { may: 'OARD' },
    'PATCH /api/Seasons/{seasonId}/aliases': { may: 'OARD', body: merge },
    'POST /api/Seasons/{seasonId}/aliases/preview': { may: 'OARD', body: merge },
    'POST /api/Seasons/{seasonId}/aliases/dismiss': {
      may: 'OARD',
      body: { names: ['Ann', 'Bob'] },
    },
    'POST /api/Seasons/{seasonId}/publications': { may: 'OARD', body: { status: 'official' } },
    'POST /api/Seasons/{seasonId}/adjustments': { may: 'OASDT', body: decision },
    'POST /api/Seasons/{seasonId}/adjustments/{adjustmentId}/revoke': {
      may: 'OASDT',
      body: { reason: 'Appeal' },
    },
  }
  return { cases, params }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function listManagement(): Endpoint[] {
  return allEndpoints().filter(
    ({ auth, path }) =>
      auth === 'user' && /^\/api\/(?:League|Operation|Seasons|StewardCases)\b/.test(path),
  )
}

/** Reads all that leagues and seasons consist of. */
async function dump(): Promise<unknown> {
  const { db } = server.context
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
      and (table_name ~ '^(league|season|steward|webhook|roster)' or table_name = 'owner_change') order by 1`.execute(
    db,
  )
  const tables = rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, to_jsonb(t)::text as row
      from ${sql.table(name)} t`,
  )
  const all = await sql`${sql.join(tables, sql` union all `)} order by 1, 2`.execute(db)
  return all.rows
}

test('every management endpoint of leagues, seasons and the site is in the table of this test', async () => {
  const { cases } = await openLeague(true)
  assert.deepEqual(Object.keys(cases).toSorted(), listManagement().map(nameOf).toSorted())
})

for (const isPublic of [true, false]) {
  const kind = isPublic ? 'public' : 'private'
  test(`${kind} league: each caller does what their role allows; the rest is refused and changes nothing`, async () => {
    const { cases, params } = await openLeague(isPublic)
    for (const endpoint of listManagement()) {
      const entry = cases[nameOf(endpoint)]
      if (entry === undefined || entry === OWN) continue
      for (const one of [entry].flat()) await tryCallers(endpoint, one, { params, isPublic })
    }
  })
}

async function tryCallers(
  endpoint: Endpoint,
  { may, body, allowed, isHidden = false, params: own = {} }: Case,
  { params, isPublic }: { params: Readonly<Record<string, string>>; isPublic: boolean },
): Promise<void> {
  const path = endpoint.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => own[name] ?? params[name] ?? '',
  )
  const what = `${endpoint.method} ${path}`
  const before = await dump()
  for (const letter of LETTERS.filter((each) => !may.includes(each))) {
    const as = accounts.get(letter)
    const answer = await call(what, { ...(as && { as }), ...(body && { body }) })
    const label = `${CALLERS[letter]}: ${nameOf(endpoint)} ${JSON.stringify(body)} ${answer.body}`
    const refusal = refusalOf(letter, nameOf(endpoint), isPublic)
    assert.equal(answer.statusCode, isHidden && letter !== 'V' ? 404 : refusal, label)
  }
  assert.deepEqual(await dump(), before, what)
  for (const letter of LETTERS.filter((each) => may.includes(each))) {
    // Nobody has this version, so an allowed change is refused because of it alone.
    const headers = { 'if-match': '"999999"' }
    const answer = await call(what, { as: accountOf(letter), headers, ...(body && { body }) })
    const label = `${CALLERS[letter]}: ${nameOf(endpoint)} ${answer.body}`
    const usual = endpoint.ifMatch ? [412] : [200, 204]
    const expected = allowed === undefined ? usual : [allowed]
    assert.ok(expected.includes(answer.statusCode), `${answer.statusCode} ${label}`)
  }
}

/** Everybody gets a 401 at `PATCH /api/Seasons`. */
function refusalOf(letter: Letter, endpoint: string, isPublic: boolean): number {
  if (letter === 'V') return 401
  const hasRole = EVERY_ROLE.includes(letter)
  if (!isPublic && !hasRole) return 404
  return endpoint === 'PATCH /api/Seasons' ? 401 : 403
}
