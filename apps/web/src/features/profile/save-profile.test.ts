import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type * as Accounts from '../../auth/account.ts'
import type * as StartSession from '../../auth/start-session.ts'
import { nextLoad, openBrowserWorld } from '../../testing/browser-world.ts'
import {
  aSession,
  aToken,
  serveSignIn,
  storeSession,
  USER_ID,
} from '../../testing/sign-in-service.ts'
import type * as SaveProfile from './save-profile.ts'

const PROFILES = '/rest/v1/profiles'
const STORED = '/storage/v1/object'

/** Opens the profile of a signed-in user; each change that is not answered otherwise is accepted. */
async function open(t: TestContext) {
  const world = await openBrowserWorld(t)
  serveSignIn(world)
  storeSession(world, aSession(aToken('one')))
  const load = nextLoad()
  const { startSession }: typeof StartSession = await import(`../../auth/start-session.ts${load}`)
  const accounts: typeof Accounts = await import(`../../auth/account.ts${load}`)
  const profile: typeof SaveProfile = await import(`./save-profile.ts${load}`)
  startSession(null)
  await accounts.waitForAccount()
  world.answer(`PATCH ${PROFILES}`, { status: 200, body: [{ id: USER_ID }] })
  world.answer(`POST ${PROFILES}`, { status: 201, body: [{ id: USER_ID }] })
  world.answer(`POST ${STORED}/list/avatars`, { status: 200, body: [] })
  world.answer(`DELETE ${STORED}/avatars`, { status: 200, body: [] })
  const sent = (name: string) =>
    world.requests
      .filter((request) => request.name === name)
      .map(({ search, body }) => ({
        where: Object.fromEntries(
          [...search].filter(([key]) => key !== 'select' && key !== 'columns'),
        ),
        body: typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : body,
      }))
  return { world, profile, sent, names: () => world.requests.map(({ name }) => name) }
}

test('a first name is added, and the page has it', async (t) => {
  const { profile, sent, names } = await open(t)
  const before = names().length
  await profile.saveUsername(USER_ID, 'mia', '')
  assert.deepEqual(
    sent(`POST ${PROFILES}`).map(({ body }) => body),
    [{ id: USER_ID, username: 'mia' }],
  )
  assert.ok(names().slice(before).includes(`GET ${PROFILES}`))
})

test('a name replaces the one that was shown, and no other', async (t) => {
  const { profile, sent } = await open(t)
  await profile.saveUsername(USER_ID, 'mia', 'Mia')
  assert.deepEqual(sent(`PATCH ${PROFILES}`), [
    { where: { id: `eq.${USER_ID}`, username: 'eq.Mia' }, body: { username: 'mia' } },
  ])
})

test('a name that another device has changed is not replaced, and the page has that one', async (t) => {
  const { world, profile, names } = await open(t)
  world.answer(`PATCH ${PROFILES}`, { status: 200, body: [] })
  const before = names().length
  await assert.rejects(profile.saveUsername(USER_ID, 'mia', 'Mia'), { name: 'NameChanged' })
  assert.ok(names().slice(before).includes(`GET ${PROFILES}`))
})

test('a name is refused with what is wrong with it', async (t) => {
  const { world, profile } = await open(t)
  for (const [code, message, fault] of [
    ['23505', 'duplicate key', 'taken'],
    ['23514', 'violates check constraint "username_reserved"', 'reserved'],
    ['23514', 'violates check constraint "username_length"', 'length'],
    ['23514', 'violates check constraint "username_characters"', 'characters'],
  ] as const) {
    world.answer(`PATCH ${PROFILES}`, { status: 409, body: { code, message } })
    const saving = profile.saveUsername(USER_ID, 'mia', 'Mia')
    await assert.rejects(saving, { name: 'NameRefused', fault, message: fault })
  }
})

test('what else the service says is told', async (t) => {
  const { world, profile } = await open(t)
  world.answer(`PATCH ${PROFILES}`, { status: 500, body: { code: 'x', message: 'away' } })
  await assert.rejects(profile.saveUsername(USER_ID, 'mia', 'Mia'), {
    name: 'Error',
    message: 'away',
  })
  await assert.rejects(profile.removeAvatar(USER_ID), { name: 'Error', message: 'away' })
})

test('a picture has a new name in the folder of its user, and takes the place of the others', async (t) => {
  t.mock.method(Date, 'now', () => 1_750_000_000_000)
  const { world, profile, sent } = await open(t)
  const path = `${USER_ID}/1750000000000.jpg`
  world.answer(`POST ${STORED}/avatars/${path}`, { status: 200, body: { Key: path, Id: 'I' } })
  world.answer(`POST ${STORED}/list/avatars`, {
    status: 200,
    body: [{ name: '1.jpg' }, { name: '1750000000000.jpg' }],
  })
  await profile.saveAvatar(USER_ID, new Blob(['x'], { type: 'image/jpeg' }))
  assert.equal(sent(`POST ${STORED}/avatars/${path}`).length, 1)
  const [{ where, body } = { where: {}, body: null }] = sent(`PATCH ${PROFILES}`)
  assert.deepEqual(where, { id: `eq.${USER_ID}` })
  // The address has no host: the server may be reached by several.
  assert.match(JSON.stringify(body), new RegExp(`^\\{"avatar_url":"/[^"]*/avatars/${path}"\\}$`))
  assert.deepEqual(
    sent(`DELETE ${STORED}/avatars`).map((request) => request.body),
    [{ prefixes: [`${USER_ID}/1.jpg`] }],
  )
})

test('a picture that cannot be stored changes nothing', async (t) => {
  const { profile, sent } = await open(t)
  await assert.rejects(profile.saveAvatar(USER_ID, new Blob(['x'])))
  assert.deepEqual([sent(`PATCH ${PROFILES}`), sent(`DELETE ${STORED}/avatars`)], [[], []])
})

test('without a picture all of them go, and where there are none nothing is removed', async (t) => {
  const { world, profile, sent } = await open(t)
  await profile.removeAvatar(USER_ID)
  assert.deepEqual(
    sent(`PATCH ${PROFILES}`).map(({ body }) => body),
    [{ avatar_url: null }],
  )
  assert.deepEqual(sent(`DELETE ${STORED}/avatars`), [])
  world.answer(`POST ${STORED}/list/avatars`, { status: 200, body: [{ name: 'a.jpg' }] })
  await profile.removeAvatar(USER_ID)
  assert.deepEqual(
    sent(`DELETE ${STORED}/avatars`).map(({ body }) => body),
    [{ prefixes: [`${USER_ID}/a.jpg`] }],
  )
})
