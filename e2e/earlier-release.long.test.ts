import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recorderKeys } from '@pitboard/contract/accounts/accounts'
import { personalAccessTokens } from '@pitboard/contract/accounts/personal-access-tokens'
import { webhooks } from '@pitboard/contract/leagues/webhooks'
import { liveSessions } from '@pitboard/contract/live/live'
import { notifications } from '@pitboard/contract/notifications/notifications'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import { until } from '@pitboard/contract/testing/patience'
import { createClient } from '@pitboard/contract/wire/client'
import { freePort } from '@pitboard/recorder/testing/free-port'
import { runProgram } from '@pitboard/recorder/testing/run-recorder'
import { BUNDLED_MAIN, runMain } from '@pitboard/server/testing/main-process'
import { assertTruth } from '@pitboard/sim/compare'
import { createRace } from '@pitboard/sim/race'
import { ensureBuilt } from '@pitboard/web/testing/builds'
import { PREVIOUS_RELEASE, unpackRelease } from './src/earlier-release.ts'
import { fillLeague } from './src/filled-league.ts'
import { startPacedGame } from './src/paced-game.ts'
import { createPerson, type Person, signIn } from './src/person.ts'
import { outcomeOf } from './src/recorder-outcome.ts'

const SECRET = 'the-secret-of-an-installation-that-is-updated'
const KEYS = {
  anonKey: 'the-public-key-of-an-installation-that-is-updated',
  serviceKey: 'the-service-key-of-an-installation-that-is-updated',
}
const RECORDER_MAIN = fileURLToPath(new URL('../apps/recorder/src/main.ts', import.meta.url))
const race = createRace({ seed: 21, laps: 4, cars: 20, rateHz: 10, trackId: 26 })

/**
 * These answers say when they were called, who serves them, what is driven at the moment, or what is being prepared.
 */
const MOVING: ReadonlySet<string> = new Set([
  '/api/Account/sessions',
  '/api/Account/export',
  '/api/Account/deletion',
  '/api/Downloads',
  '/api/LiveSession/all',
  '/api/LiveSession/{id}',
  '/api/LiveSession/user/{userId}',
  '/api/LiveSession/{sessionId}/replay',
  '/api/RecorderStatus',
  '/api/Sessions/{sessionId}/replay',
  '/api/Site',
  // Every recorded session of the track refines it.
  '/api/Tracks/{trackId}/outline.svg',
])

test('a server opens the folder of the release before, with a race in progress: every list and document is as it was, and the race equals the truth', async (t) => {
  await ensureBuilt('server')
  const release = unpackRelease(t, PREVIOUS_RELEASE)
  const { url, env, folder } = await chooseInstallation(t)
  const former = runMain(env, { main: release.server })
  t.after(() => former.kill())
  await former.listening
  const filled = await fill(url)

  const { game, recorder } = await startRecorder(t, release.recorder, {
    spool: join(folder, 'spool'),
    server: url,
    user: filled.organiser.userId,
    key: filled.key,
  })
  await game.driveTo(0.5)
  const call = createClient({ baseUrl: url })
  const live = await until(async () => (await call(liveSessions.all))[0])
  const before = await readEverything(filled)
  await former.kill()

  // The server runs as `npm start` runs it.
  const today = runMain(env, { main: BUNDLED_MAIN })
  t.after(() => today.stop())
  await today.listening
  const after = await readEverything(filled)
  assert.deepEqual(
    [...before].flatMap(([address, answer]) => findLosses(address, answer, after.get(address))),
    [],
  )
  t.diagnostic(`${before.size} answers`)
  const known = await signIn({ server: { url, context: { keys: KEYS } } }, filled.organiser)
  assert.equal(known.userId, filled.organiser.userId)

  await game.driveTo(1)
  recorder.process.kill('SIGINT')
  const outcome = await outcomeOf(recorder)
  assert.deepEqual(
    outcome.sessions.map(({ id }) => id),
    [live.id],
  )
  assertTruth(await call(sessions.get, { params: { id: live.id } }), race)
})

test('the recorder of today sends a race to the server of the release before, and the result equals the truth', async (t) => {
  const release = unpackRelease(t, PREVIOUS_RELEASE)
  const { url, env, folder } = await chooseInstallation(t)
  const former = runMain(env, { main: release.server })
  t.after(() => former.kill())
  await former.listening
  const { call, userId } = await createPerson(
    { server: { url, context: { keys: KEYS } } },
    'Nora Feld',
  )
  const { key } = await call(recorderKeys.create, { body: { name: 'wheel' } })
  assert.ok(key)
  const { game, recorder } = await startRecorder(t, RECORDER_MAIN, {
    spool: join(folder, 'spool'),
    server: url,
    user: userId,
    key,
  })
  await game.driveTo(1)
  recorder.process.kill('SIGINT')
  const { sessions: stored } = await outcomeOf(recorder)
  assert.equal(stored.length, 1)
  assertTruth(await call(sessions.get, { params: { id: stored[0]?.id ?? '' } }), race)
})

async function chooseInstallation(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-update-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const port = await freePort()
  const env = {
    PORT: String(port),
    INGEST_TCP_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    AUTH_JWT_SECRET: SECRET,
    AUTH_ANON_KEY: KEYS.anonKey,
    AUTH_SERVICE_KEY: KEYS.serviceKey,
  }
  return { url: `http://127.0.0.1:${port}`, env, folder }
}

interface RecorderOptions {
  readonly spool: string
  readonly server: string
  readonly user: string
  readonly key: string
}

/** Starts a recorder, with the game that it listens to. */
async function startRecorder(t: TestContext, program: string, options: RecorderOptions) {
  const gamePort = await freePort()
  const game = await startPacedGame(t, race, gamePort)
  const all = {
    ...options,
    listen: String(gamePort),
    host: '127.0.0.1',
    forward: game.echo,
  }
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  const recorder = runProgram(process.execPath, [program, 'record', '--json', ...args], {})
  t.after(() => recorder.process.kill('SIGKILL'))
  await recorder.waitForOutput(/listening/i)
  return { game, recorder }
}

interface Filled {
  readonly url: string
  readonly organiser: Person
  /** It is the organiser's recorder key. */
  readonly key: string
  /** The keys are names of path parameters; a parameter called `id` has the noun before it as its key. */
  readonly ids: Readonly<Record<string, string>>
}

/**
 * Fills the site with accounts, keys, a league with pictures, a season with rounds, decisions and a publication, and
 * what else an organiser makes.
 */
async function fill(url: string): Promise<Filled> {
  const installation = { server: { url, context: { keys: KEYS } } }
  const organiser = await createPerson(installation, 'Nora Feld')
  const { call, userId } = organiser
  const { key } = await call(recorderKeys.create, { body: { name: 'wheel' } })
  assert.ok(key)
  const { leagueId, season } = await fillLeague(organiser, { url, key })
  const { id: webhookId } = await call(webhooks.create, {
    params: { leagueId },
    body: {
      kind: 'generic',
      name: 'Bot',
      url: 'https://bot.club.example/',
      types: ['decision'],
    },
  })
  await call(notifications.followLeague, {
    params: { leagueId },
    body: { isFollowing: true },
  })
  await call(personalAccessTokens.create, {
    body: { name: 'Spreadsheet', scopes: ['data:read'], lifetimeDays: 30 },
  })
  const { events, standings } = await call(seasons.get, { params: { id: season.id } })
  const recorded = events.flatMap((event) => event.sessions)[0]?.session
  assert.ok(recorded)
  const detail = await call(sessions.get, { params: { id: recorded.id } })
  return {
    url,
    organiser,
    key,
    ids: {
      leagueId,
      seasonId: season.id,
      sessionId: recorded.id,
      userId,
      webhookId,
      'Sessions/': recorded.id,
      'Seasons/': season.id,
      'session/': detail.sessionId,
      'user/': userId,
      'Users/': userId,
      weekendId: String(detail.weekendLinkIdentifier),
      trackId: String(detail.trackId),
      driver: encodeURIComponent(standings.drivers[0]?.name ?? ''),
      driverIdx: '0',
      lapNum: '2',
      version: '1',
    },
  }
}

const QUERIES: Readonly<Record<string, string>> = {
  '/api/Search': '?q=sunday',
  '/api/Records': '?trackId=26&gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry',
  '/api/Records/tracks': '?gameVersion=2025&sessionKind=race&tyreClass=dry&weather=dry',
}

/** Returns what all calls answer that read and whose parameters are known, to a visitor and to the organiser. */
async function readEverything({ url, organiser, ids }: Filled): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const endpoint of allEndpoints()) {
    const { method, path, webSocket } = endpoint
    if (method !== 'GET' || webSocket || MOVING.has(path)) continue
    const names = [...path.matchAll(/(\w+\/)\{(\w+)\}/g)]
    const values = names.map(([, noun = '', name = '']) => ids[name] ?? ids[noun])
    if (values.includes(undefined)) continue
    const address = names.reduce(
      (text, [, , name], place) => text.replace(`{${name}}`, values[place] ?? ''),
      path + (QUERIES[path] ?? ''),
    )
    for (const caller of ['visitor', 'organiser'] as const) {
      const headers = caller === 'visitor' ? {} : { authorization: `Bearer ${organiser.token}` }
      const response = await fetch(url + address, { headers })
      if (response.status !== 200) {
        await response.body?.cancel()
        continue
      }
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      const bytes = Buffer.from(await response.arrayBuffer())
      const answer: unknown = isJson
        ? JSON.parse(bytes.toString())
        : createHash('sha256').update(bytes).digest('hex')
      answers.set(`${caller}: ${address}`, answer)
    }
  }
  return answers
}

/**
 * Lists where the present answer lacks or contradicts the former one: fields that a newer release adds do not count.
 */
function findLosses(place: string, former: unknown, present: unknown): string[] {
  if (Array.isArray(former)) {
    if (!Array.isArray(present)) return [`${place} is no list`]
    if (present.length !== former.length) return [`${place}: ${former.length} → ${present.length}`]
    return former.flatMap((each, index) => findLosses(`${place}[${index}]`, each, present[index]))
  }
  if (typeof former === 'object' && former !== null) {
    if (typeof present !== 'object' || present === null) return [`${place} is missing`]
    const members = new Map<string, unknown>(Object.entries(present))
    // The recorder goes on with its key.
    const stable = Object.entries(former).filter(([name]) => name !== 'lastUsedAt')
    return stable.flatMap(([name, value]) =>
      findLosses(`${place} ${name}`, value, members.get(name)),
    )
  }
  return former === present ? [] : [`${place}: ${String(former)} → ${String(present)}`]
}
