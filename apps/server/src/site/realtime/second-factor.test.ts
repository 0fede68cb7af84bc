import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openAccount, signToken } from '../../testing/account.ts'
import { CLIENT_VERSIONS, openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { createReceived, subscribe } from './listening.fixture.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/** Signs in by password alone, where the account has a second factor. */
async function openHalf() {
  const { context } = server
  const account = await openAccount(context, { username: `half ${randomUUID().slice(0, 8)}` })
  const factor = { user_id: account.userId, factor_type: 'totp', status: 'verified' } as const
  await context.db
    .insertInto('auth.factors')
    .values({
      id: randomUUID(),
      ...factor,
      secret: 'A',
      phone: null,
      last_used_step: null,
      last_challenged_at: null,
    })
    .execute()
  return account
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: a password alone neither hears what is private nor writes anything`, async (t) => {
    const { context } = server
    const { userId, sessionId, accessToken } = await openHalf()
    let token = accessToken
    const client = openClient(version, server, () => token)
    t.after(() => client.realtime.disconnect())
    await client.realtime.setAuth()
    const received = createReceived<unknown>()
    const channel = client.channel('leagues')
    const watched = { event: '*', schema: 'public', table: 'leagues' } as const
    channel.on('postgres_changes', watched, ({ new: row }) => received.add(Object(row).name))
    await subscribe(channel)
    await subscribe(client.channel('mine', { config: { private: true } }), 'CHANNEL_ERROR')

    const addLeague = (name: string, isPublic: boolean) =>
      context.db
        .insertInto('league')
        .values({
          id: context.newId(),
          owner_id: userId,
          name,
          is_public: isPublic,
          description: '',
          discord: '',
          website: '',
          deleted_at: null,
        })
        .execute()
    await addLeague('secret', false)
    await addLeague('public', true)
    assert.deepEqual(await received.count(1), ['public'])

    const renamed = await client.from('profiles').update({ username: 'Mallory' }).eq('id', userId)
    assert.deepEqual([renamed.status, renamed.error?.code], [401, '42501'])
    const picture = new Blob([new Uint8Array(9)], { type: 'image/png' })
    const upload = await client.storage.from('avatars').upload(`${userId}/me.png`, picture)
    assert.match(upload.error?.message ?? '', /row-level security|Unauthorized|denied/i)

    await context.db
      .updateTable('auth.sessions')
      .set({ aal: 'aal2' })
      .where('id', '=', sessionId)
      .execute()
    token = await signToken(context, { userId, sessionId, lifeSeconds: 3500 })
    await client.realtime.setAuth()
    const write = client
      .from('profiles')
      .update({ username: `Whole ${version}` })
      .eq('id', userId)
    assert.equal((await write).error, null)
    await channel.track({})
    await addLeague('secret', false)
    assert.deepEqual(await received.count(2), ['public', 'secret'])
  })
}
