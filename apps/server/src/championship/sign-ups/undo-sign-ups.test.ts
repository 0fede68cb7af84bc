import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Roster } from '@pitboard/contract/roster/roster'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import { sql } from 'kysely'
import { openSignUps } from './sign-ups.fixture.ts'

const {
  server,
  owner,
  call,
  ann,
  bob,
  cleo,
  openSignUp,
  setForm,
  signUp,
  statusOf,
  names,
  decide,
} = await openSignUps()

async function readChanges(path: string): Promise<HistoryChange[]> {
  return (await call(`GET ${path}/history`, { as: owner })).json()
}

const undo = (path: string, version: number | undefined) =>
  call(`POST ${path}/history/${version}/undo`, { as: owner })

test('an organiser undoes that a driver joined: the driver leaves the roster and waits for a decision again', async () => {
  const path = await openSignUp()
  const undoNewest = async () => {
    const [newest] = await readChanges(path)
    assert.ok(newest)
    return { newest, answer: await undo(path, newest.version) }
  }
  await signUp(path, ann, 'Ann')
  const joined = await undoNewest()
  assert.deepEqual([joined.newest.action, joined.newest.authorId], ['rosterUpdated', ann.userId])
  assert.equal(joined.answer.statusCode, 200, joined.answer.body)
  assert.deepEqual(await names(path), [])
  assert.equal(await statusOf(path, ann), 'pending')
  const claims = (await call(`GET ${path}/claims`, { as: owner })).json()
  assert.deepEqual(claims, [], 'the name is not linked to the user')

  await decide(path, 'Ann', 'refused')
  const refused = await undoNewest()
  assert.partialDeepStrictEqual(refused.newest, {
    action: 'signUpRefused',
    authorId: owner.userId,
    details: { userId: ann.userId },
  })
  assert.equal(refused.answer.statusCode, 200, refused.answer.body)
  assert.equal(await statusOf(path, ann), 'pending')
  await decide(path, 'Ann', 'accepted')
  assert.deepEqual(await names(path), ['Ann'])
})

test('places that undos free at the same moment go to the waiting list at once, each of them once', async () => {
  const path = await openSignUp({ capacity: 2 })
  await signUp(path, ann, 'Ann')
  await signUp(path, bob, 'Bob')
  await signUp(path, cleo, 'Cleo')
  await signUp(path, owner, 'Olga')
  const [bobJoined, annJoined] = await readChanges(path)
  const answers = await Promise.all([
    undo(path, annJoined?.version),
    undo(path, bobJoined?.version),
    undo(path, bobJoined?.version),
  ])
  const codes = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(
    codes.toSorted((a, b) => a - b),
    [200, 200, 409],
    'one of them twice',
  )
  assert.deepEqual(await names(path), ['Cleo', 'Olga'])
  const statuses = await Promise.all([ann, bob, cleo, owner].map((as) => statusOf(path, as)))
  assert.deepEqual(statuses, ['pending', 'pending', 'accepted', 'accepted'])
  const changes = await readChanges(path)
  assert.deepEqual(
    changes.slice(0, 4).map(({ action, authorId }) => [action, authorId]),
    ['rosterUpdated', 'undone', 'rosterUpdated', 'undone'].map((did) => [did, owner.userId]),
  )
  const season = await call(`GET ${path}`)
  assert.equal(season.json().version, changes[0]?.version)
})

test('the undo of a refusal gives the driver the place and the name again, and who moved up waits', async () => {
  const path = await openSignUp({ capacity: 1 })
  await signUp(path, ann, 'Ann', { platformId: 'ann-on-pc' })
  await signUp(path, bob, 'Bob')
  await signUp(path, cleo, 'Cleo')
  const { version: _, ...former } = (await call(`GET ${path}/roster`, { as: owner })).json()
  const [{ userId: __, ...entry }] = former.drivers
  const renamed = { ...former, drivers: [{ ...entry, name: 'Annie' }] }
  assert.equal((await call(`PUT ${path}/roster`, { as: owner, body: renamed })).statusCode, 200)
  await decide(path, 'Ann', 'refused')
  assert.deepEqual(await names(path), ['Bob'])
  const [refused] = await readChanges(path)
  const undone = await undo(path, refused?.version)
  assert.equal(undone.statusCode, 200, undone.body)
  const roster: Roster = (await call(`GET ${path}/roster`, { as: ann })).json()
  assert.partialDeepStrictEqual(roster.drivers, [
    { name: 'Annie', userId: ann.userId, platformId: 'ann-on-pc' },
  ])
  assert.equal(roster.drivers.length, 1)
  const statuses = await Promise.all([ann, bob, cleo].map((as) => statusOf(path, as)))
  assert.deepEqual(statuses, ['accepted', 'waiting', 'waiting'])
  await call(`DELETE ${path}/signUp`, { as: ann })
  assert.deepEqual(await names(path), ['Bob'], 'still the first')
})

test('an undo gives nobody a place that is taken, and none to a driver who has withdrawn', async () => {
  const path = await openSignUp({ capacity: 1 })
  await signUp(path, ann, 'Ann')
  await decide(path, 'Ann', 'refused')
  const [refused] = await readChanges(path)
  await signUp(path, bob, 'Bob')
  const taken = await undo(path, refused?.version)
  assert.equal(taken.statusCode, 409)
  assert.match(taken.json().detail, /place of this driver has been taken/)

  await signUp(path, cleo, 'Cleo')
  await call(`DELETE ${path}/signUp`, { as: bob })
  const [left] = await readChanges(path)
  const withdrawn = await undo(path, left?.version)
  assert.equal(withdrawn.statusCode, 409)
  assert.match(withdrawn.json().detail, /only they can sign up again/)
  assert.deepEqual(await names(path), ['Cleo'])

  // The entry was removed by hand: the refusal does not change the roster.
  const { version: _, ...roster } = (await call(`GET ${path}/roster`, { as: owner })).json()
  await call(`PUT ${path}/roster`, { as: owner, body: { ...roster, drivers: [] } })
  await decide(path, 'Cleo', 'refused')
  const [byHand] = await readChanges(path)
  assert.equal(byHand?.action, 'signUpRefused')
  await signUp(path, bob, 'Bob')
  assert.equal((await undo(path, byHand.version)).statusCode, 200)
  assert.deepEqual([await statusOf(path, bob), await statusOf(path, cleo)], ['accepted', 'waiting'])
  assert.deepEqual(await names(path), ['Bob'])
})

test('an undone form has its former settings: more places are given at once, the first form is removed', async () => {
  const path = await openSignUp({ opensAt: '2026-05-01T00:00:00Z' })
  const readForm = async () => (await call(`GET ${path}/signUp`)).json().form
  const [opened] = await readChanges(path)
  assert.equal((await undo(path, opened?.version)).statusCode, 200)
  assert.equal(await readForm(), null)

  await setForm(path, { opensAt: '2026-05-01T02:00:00+02:00' })
  const [again] = await readChanges(path)
  await setForm(path, { opensAt: '2026-05-01T00:00:00.000Z' })
  assert.deepEqual((await readChanges(path))[0], again, 'the same form is not a change')
  await signUp(path, ann, 'Ann')
  const used = await undo(path, again?.version)
  assert.equal(used.statusCode, 409)
  assert.match(used.json().detail, /Drivers have signed up/)

  await setForm(path, { opensAt: '2026-05-01T00:00:00Z', capacity: 1 })
  const [fewer] = await readChanges(path)
  assert.deepEqual(fewer?.details, { capacity: { before: null, after: 1 } })
  await signUp(path, bob, 'Bob')
  assert.equal(await statusOf(path, bob), 'waiting')
  assert.equal((await undo(path, fewer.version)).statusCode, 200)
  assert.deepEqual(await names(path), ['Ann', 'Bob'])

  await setForm(path, { opensAt: '2026-01-01T00:00:00Z' })
  const [earlier] = await readChanges(path)
  await setForm(path, { opensAt: '2026-01-01T00:00:00Z', closesAt: '2026-02-01T00:00:00Z' })
  const [closing] = await readChanges(path)
  const before = await readForm()
  assert.equal(
    (await undo(path, earlier?.version)).statusCode,
    409,
    'it would close before it opens',
  )
  assert.deepEqual(await readForm(), before)
  const { db } = server.context
  await sql`update owner_change set details = '{}' where id = ${closing?.id}`.execute(db)
  await sql`delete from owner_change_row where change_id = ${closing?.id}`.execute(db)
  const older = await undo(path, closing?.version)
  assert.equal(older.statusCode, 409, 'changes of former servers have no details')
  assert.match(older.json().detail, /can no longer be undone/)
})
