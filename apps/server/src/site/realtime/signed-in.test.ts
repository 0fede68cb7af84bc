import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { CLIENT_VERSIONS, openSigningClient } from '../../testing/clients.ts'
import { openTestServer } from '../../testing/server.ts'
import { createReceived, subscribe } from './listening.fixture.ts'

for (const version of CLIENT_VERSIONS) {
  test(`${version}: from sign-up to sign-out, profile, picture and channels follow the account`, async (t) => {
    const server = await openTestServer({ env: { AUTH_AUTOCONFIRM: 'true' } })
    t.after(() => server.close())
    const [client, otherTab] = [
      openSigningClient(version, server),
      openSigningClient(version, server),
    ]
    const credentials = { email: 'driver@example.com', password: 'box box box 44' }
    const { data, error } = await client.auth.signUp(credentials)
    assert.equal(error, null)
    const id = data.user?.id ?? ''
    const profile = client.from('profiles')
    const fresh = await profile.select('id, username, avatar_url').eq('id', id).single()
    assert.deepEqual(fresh.data, { id, username: null, avatar_url: null })

    await otherTab.auth.signInWithPassword(credentials)
    // Version 2.48.1 would hand its token over with the first heartbeat otherwise.
    await otherTab.realtime.setAuth()
    const changes = createReceived<Record<string, unknown>>()
    const channel = otherTab.channel('me', { config: { private: true } })
    const watched = {
      event: 'UPDATE',
      schema: 'public',
      table: 'profiles',
      filter: `id=eq.${id}`,
    } as const
    channel.on('postgres_changes', watched, (change) => changes.add(change.new))
    const states = await subscribe(channel)

    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const avatars = client.storage.from('avatars')
    const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    assert.equal((await avatars.upload(`${id}/me.png`, picture)).error, null)
    const avatarUrl = avatars.getPublicUrl(`${id}/me.png`).data.publicUrl.replace(server.url, '')
    const chosen = { username: 'Lewis #44', avatar_url: avatarUrl }
    assert.equal((await client.from('profiles').update(chosen).eq('id', id)).error, null)
    const [received] = await changes.count(1)
    assert.deepEqual([received?.['username'], received?.['avatar_url']], ['Lewis #44', avatarUrl])

    await otherTab.auth.refreshSession()
    await client.auth.signOut({ scope: 'local' })
    await channel.track({ still: 'here' })
    assert.deepEqual(states.all, ['SUBSCRIBED'], 'another session ends alone')
    const denied = await client.from('profiles').update({ username: 'Gone' }).eq('id', id)
    assert.deepEqual([denied.status, denied.error?.code], [401, '42501'])

    await client.auth.signInWithPassword(credentials)
    await client.auth.signOut({ scope: 'global' })
    assert.deepEqual((await states.count(2)).slice(1), ['CLOSED'])
    otherTab.realtime.disconnect()
    client.realtime.disconnect()
  })
}
