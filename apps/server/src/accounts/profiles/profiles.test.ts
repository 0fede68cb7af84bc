import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount } from '../../testing/account.ts'
import { CLIENT_VERSIONS, openClient } from '../../testing/clients.ts'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

let number = 0
const newAccount = (username: string | null = `Driver ${++number}`) =>
  openAccount(server.context, { username })

async function call(path: string, init: RequestInit = {}, token?: string): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('apikey')) headers.set('apikey', server.context.keys.anonKey)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (init.body !== undefined) headers.set('content-type', 'application/json')
  return fetch(`${server.url}/rest/v1/${path}`, { ...init, headers })
}

async function problemOf(answer: Response): Promise<{ code: string; message: string }> {
  const body: unknown = await answer.json()
  assert.ok(typeof body === 'object' && body !== null && 'code' in body && 'message' in body)
  return { ...body, code: String(body.code), message: String(body.message) }
}

async function rowsOf(answer: Response): Promise<unknown[]> {
  const body: unknown = await answer.json()
  assert.ok(Array.isArray(body))
  return body
}

for (const version of CLIENT_VERSIONS) {
  test(`${version}: a visitor reads one profile, and null for an unknown one`, async () => {
    const { userId } = await newAccount('Zoë [ABC] ' + number++)
    const client = openClient(version, server)
    const one = await client
      .from('profiles')
      .select('id, username, avatar_url')
      .eq('id', userId)
      .single()
    assert.equal(one.status, 200)
    assert.deepEqual(Object.keys(one.data ?? {}), ['id', 'username', 'avatar_url'])
    assert.equal(one.data?.id, userId)
    const missing = '00000000-0000-4000-8000-000000000000'
    const none = await client.from('profiles').select('id').eq('id', missing).single()
    assert.equal(none.status, 406)
    assert.equal(none.error?.code, 'PGRST116')
    assert.equal(none.error?.details, 'The result contains 0 rows')
    const maybe = await client.from('profiles').select('id').eq('id', missing).maybeSingle()
    assert.deepEqual([maybe.data, maybe.error], [null, null])
  })

  test(`${version}: lists are filtered, ordered, paged and counted`, async () => {
    const names = ['delta', 'alpha', 'Charlie', 'bravo'].map((name) => `${name}_${version}`)
    const ids = []
    for (const name of names) ids.push((await newAccount(name)).userId)
    const client = openClient(version, server)
    const profiles = () => client.from('profiles')
    const page = await profiles()
      .select('name:username', { count: 'exact' })
      .in('id', ids)
      .order('username', { ascending: false })
      .range(1, 2)
    assert.equal(page.count, 4)
    assert.deepEqual(
      page.data?.map(({ name }) => name),
      [`bravo_${version}`, `alpha_${version}`],
    )
    const liked = await profiles().select('username').ilike('username', `CHARLIE%${version}`)
    assert.deepEqual(liked.data, [{ username: `Charlie_${version}` }])
    const others = await profiles()
      .select('id')
      .in('id', ids)
      .neq('username', names[0] ?? '')
    assert.equal(others.data?.length, 3)
    const { count } = await profiles().select('*', { count: 'exact', head: true }).in('id', ids)
    assert.equal(count, 4)
    const quoted = await profiles()
      .select('username')
      .in('username', [names[1] ?? '', 'a,b)'])
    assert.equal(quoted.data?.length, 1)
    const odd = await profiles()
      .select('username')
      .in('username', ['c"d', 'e\\f', names[1] ?? ''])
    assert.deepEqual(odd.data, [{ username: names[1] }], 'quotes within values')
    const joined = await profiles()
      .select('username')
      .in('id', ids)
      .or(
        `username.in.(${names[0]},"a,)"),and(username.like.b*,not.or(id.is.null,id.not.in.(${ids[3]})))`,
      )
      .order('username')
    assert.deepEqual(
      joined.data?.map(({ username }) => username),
      [names[3], names[0]],
    )
    const neither = await profiles().select('id').in('id', ids).not('or', 'is', null)
    assert.equal(neither.error?.code, 'PGRST100')
    const unnamed = await newAccount(null)
    const nulls = await profiles().select('id').is('username', null).eq('id', unnamed.userId)
    assert.equal(nulls.data?.length, 1)
  })

  test(`${version}: a user changes their own profile and nobody else's`, async () => {
    const [own, other] = [await newAccount(null), await newAccount()]
    const client = openClient(version, server, own.accessToken)
    const changed = await client
      .from('profiles')
      .update({ username: `  Ｋimi   R_${version} ` })
      .eq('id', own.userId)
      .select()
      .single()
    assert.equal(changed.data?.username, `Kimi R_${version}`)
    const silent = await client.from('profiles').update({ avatar_url: null }).eq('id', own.userId)
    assert.equal(silent.status, 204)
    const strangers = await client
      .from('profiles')
      .update({ username: 'stolen' })
      .eq('id', other.userId)
      .select()
    assert.deepEqual(strangers.data, [])
    const forged = await client.from('profiles').upsert({ id: other.userId, username: 'stolen' })
    assert.deepEqual([forged.status, forged.error?.code], [403, '42501'])
    const moved = await client.from('profiles').update({ id: other.userId }).eq('id', own.userId)
    assert.deepEqual([moved.status, moved.error?.code], [403, '42501'])
    const removed = await client.from('profiles').delete().eq('id', own.userId)
    assert.deepEqual([removed.status, removed.error?.code], [403, '42501'])
  })

  test(`${version}: upsert makes a missing profile and changes one that is there`, async () => {
    const { userId: id, accessToken } = await newAccount(null)
    await server.context.db.deleteFrom('user').where('id', '=', id).execute()
    const client = openClient(version, server, accessToken)
    const username = `Up ${version}`
    const made = await client.from('profiles').upsert({ id, username, updated_at: new Date() })
    assert.deepEqual([made.status, made.data, made.error], [201, null, null])
    const url = `${server.context.publicUrl()}/storage/v1/object/public/avatars/${id}/a.webp`
    const again = await client.from('profiles').upsert({ id, avatar_url: url }).select().single()
    assert.deepEqual([again.data?.username, again.data?.avatar_url], [username, url])
    const twice = await client.from('profiles').insert({ id, username: 'other' })
    assert.deepEqual([twice.status, twice.error?.code], [409, '23505'])
  })

  test(`${version}: a username is unique without case, and follows its rules`, async () => {
    await newAccount(`ÄGIR ${version}`)
    const { userId, accessToken } = await newAccount(null)
    const client = openClient(version, server, accessToken)
    const rename = (username: unknown) =>
      client.from('profiles').update({ username }).eq('id', userId)
    const taken = await rename(`ägir ${version}`)
    assert.deepEqual([taken.status, taken.error?.code], [409, '23505'])
    assert.match(taken.error?.message ?? '', /profiles_username_key/)
    const broken: [string, string][] = [
      ['ab', 'length'],
      ['a'.repeat(25), 'length'],
      ['Pit-Board', 'reserved'],
      ['ＡＤＭＩＮ', 'reserved'],
      ['a\u200bbc', 'characters'],
      ['a\u202ebc', 'characters'],
      ['a\nbc', 'characters'],
      ['<b>abc', 'characters'],
      ['🏎🏎🏎', 'characters'],
      ['_abc', 'characters'],
      ['ze\u0335\u0336\u0337d', 'characters'],
    ]
    for (const [username, rule] of broken) {
      const { status, error } = await rename(username)
      assert.deepEqual([status, error?.code], [400, '23514'], username)
      assert.ok(error?.message.includes(`profiles_username_${rule}_check`), error?.message)
    }
    assert.equal((await rename(12)).error?.code, '22P02')
  })
}

test('a picture is the own one or comes over https', async () => {
  const { userId, accessToken } = await newAccount()
  const client = openClient('2.48.1', server, accessToken)
  const set = async (avatar_url: string | null) =>
    (await client.from('profiles').update({ avatar_url }).eq('id', userId)).error?.code
  const stored = '/storage/v1/object/public/avatars'
  for (const url of [null, '', `${stored}/${userId}/a.png`, 'https://pictures.example/a.png']) {
    assert.equal(await set(url), undefined, String(url))
  }
  const refused = [
    'javascript:alert(1)',
    'http://pictures.example/a.png',
    'data:image/png;base64,AA',
    '//pictures.example/a.png',
    'a.png',
    `${stored}/${userId}/../${'0'.repeat(8)}/a.png`,
    'https://user:pass@pictures.example/a.png',
    `https://pictures.example/${'a'.repeat(1000)}`,
  ]
  for (const url of refused) assert.equal(await set(url), '23514', url)
})

test('a call needs a key, and a token that is good', async () => {
  assert.equal((await fetch(`${server.url}/rest/v1/profiles`)).status, 401)
  const wrong = await call('profiles', { headers: { apikey: 'wrong' } })
  assert.equal(wrong.status, 401)
  const gone = await newAccount()
  await server.context.db.deleteFrom('auth.sessions').where('id', '=', gone.sessionId).execute()
  const expired = await openAccount(server.context, { username: null, lifeSeconds: -10 })
  const expect: [string, RegExp][] = [
    [gone.accessToken, /does not exist/],
    [expired.accessToken, /^JWT expired$/],
    [`${expired.accessToken}x`, /invalid JWT/],
  ]
  for (const [token, message] of expect) {
    const answer = await call('profiles', {}, token)
    const { code, message: text } = await problemOf(answer)
    assert.deepEqual([answer.status, code], [401, 'PGRST301'])
    assert.match(text, message)
  }
  const visitor = await call('profiles?id=eq.x', { method: 'PATCH', body: '{}' })
  assert.equal(visitor.status, 400)
  const id = gone.userId
  const anonymous = await call(`profiles?id=eq.${id}`, { method: 'PATCH', body: '{}' })
  assert.deepEqual([anonymous.status, (await problemOf(anonymous)).code], [401, '42501'])
})

test('patterns are combined with any and all; regular expressions are refused with a reason', async () => {
  const names = ['Anna Q', 'Annika Q', 'Bob Q'].map((name) => `${name}${Date.now() % 1e6}`)
  const accounts = await Promise.all(names.map((name) => newAccount(name)))
  const ids = accounts.map(({ userId }) => userId).join()
  const found = async (query: string) => {
    const answer = await call(`profiles?select=username&order=username&id=in.(${ids})&${query}`)
    const rows: unknown = await answer.json()
    return Array.isArray(rows) ? rows.map(({ username }) => names.indexOf(username)) : rows
  }
  assert.deepEqual(await found('username=like(any).{Anna*,Bob*}'), [0, 2])
  assert.deepEqual(await found('username=ilike(all).{ann*,"*I*"}'), [1])
  assert.deepEqual(await found('username=not.ilike(any).{ann*}'), [2])
  assert.deepEqual(await found(`username=eq(any).{"${names[0]}",x}`), [0])
  assert.deepEqual(await found('username=like(any).{}'), [])
  assert.deepEqual(
    await found('or=(username.like(any).{Anna*,x},username.like(all).{Bob*})'),
    [0, 2],
  )
  for (const query of ['username=match.^A', 'username=not.imatch.a', 'or=(username.match.a)']) {
    const answer = await call(`profiles?${query}`)
    const { code, message } = await problemOf(answer)
    assert.deepEqual([answer.status, code], [400, '0A000'], query)
    assert.match(message, /regular expressions are not supported/)
  }
})

test('a list that is made to be slow is answered as fast as any other', async () => {
  const made = [
    `in.(${'+'.repeat(9_000)})x)`,
    `in.("${'+'.repeat(9_000)}`,
    `in.(${'"\\'.repeat(2_000)})`,
    `like(any).{${'+'.repeat(9_000)}}x}`,
    `eq.${'+'.repeat(9_000)}`,
  ]
  const before = process.cpuUsage()
  for (const value of made) {
    const { status } = await call(`profiles?username=${value}`)
    assert.ok(status === 200 || status === 400, value.slice(0, 20))
  }
  // Cubic time would take an hour here.
  assert.ok(process.cpuUsage(before).user < 10_000_000)
})

test('unknown columns and filters are answered as PostgREST does', async () => {
  const { accessToken, userId } = await newAccount()
  const deep = `{"username":${'['.repeat(600)}${']'.repeat(600)}}`
  const expect: [string, RequestInit, number, string][] = [
    ['profiles?select=secret', {}, 400, '42703'],
    ['profiles?secret=eq.1', {}, 400, '42703'],
    ['profiles?order=secret', {}, 400, '42703'],
    ['profiles?select=sessions(id)', {}, 400, 'PGRST200'],
    ['profiles?id=eq.x', {}, 400, '22P02'],
    ['profiles?updated_at=gt.x', {}, 400, '22007'],
    ['profiles?id=fts.x', {}, 400, 'PGRST100'],
    ['profiles?limit=-1', {}, 400, 'PGRST100'],
    [`profiles?${'id=not.is.null&'.repeat(21)}`, {}, 400, 'PGRST100'],
    [`profiles?username=eq.${'a'.repeat(501)}`, {}, 400, 'PGRST100'],
    ['profiles?or=()', {}, 400, 'PGRST100'],
    ['profiles?or=(id.is.null', {}, 400, 'PGRST100'],
    ['profiles?or=(id.is.null)x', {}, 400, 'PGRST100'],
    ['profiles?and=(secret.eq.1)', {}, 400, '42703'],
    ['profiles?or=(id.eq.1,id.is.null)', {}, 400, '22P02'],
    [`profiles?or=(${'or('.repeat(9)}id.is.null${')'.repeat(10)}`, {}, 400, 'PGRST100'],
    [`profiles?or=(${'id.is.null,'.repeat(20)}id.is.null)`, {}, 400, 'PGRST100'],
    ['profiles', { headers: { accept: 'text/csv' } }, 406, 'PGRST107'],
    ['profiles', { headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
    ['profiles?offset=100000', { headers: { prefer: 'count=exact' } }, 416, 'PGRST103'],
    ['users', {}, 404, 'PGRST205'],
    ['rpc/now', { method: 'POST', body: '{}' }, 404, 'PGRST202'],
    ['profiles', { method: 'PATCH', body: '{"username":"abc"}' }, 400, '21000'],
    [`profiles?id=eq.${userId}`, { method: 'PATCH', body: '{"role":"x"}' }, 400, 'PGRST204'],
    [`profiles?id=eq.${userId}`, { method: 'PATCH', body: '{' }, 400, 'PGRST102'],
    [`profiles?id=eq.${userId}`, { method: 'PATCH', body: deep }, 400, 'PGRST102'],
    [`profiles?on_conflict=username`, { method: 'POST', body: '{}' }, 400, '42P10'],
  ]
  for (const [path, init, status, code] of expect) {
    const answer = await call(path, init, accessToken)
    const body = await problemOf(answer)
    assert.deepEqual([answer.status, body.code], [status, code], path)
    assert.deepEqual(Object.keys(body).toSorted(), ['code', 'details', 'hint', 'message'])
  }
})

test('the Range header pages too, and says how much there is', async () => {
  for (let made = 0; made < 3; made++) await newAccount()
  const headers = { range: '0-1', prefer: 'count=exact' }
  const answer = await call('profiles?select=id&order=id', { headers })
  assert.equal(answer.status, 206)
  assert.match(answer.headers.get('content-range') ?? '', /^0-1\/\d+$/)
  assert.equal((await rowsOf(answer)).length, 2)
})

test('the service key writes any profile', async () => {
  const { userId } = await newAccount()
  const { serviceKey } = server.context.keys
  const init = {
    method: 'PATCH',
    body: '{"username":"Renamed by hand"}',
    headers: { apikey: serviceKey },
  }
  const answer = await call(`profiles?id=eq.${userId}`, init, serviceKey)
  assert.equal(answer.status, 204)
  for (const avatar_url of [
    'https://cdn.example/me.png',
    `/storage/v1/object/public/avatars/${userId}/me.png`,
  ]) {
    const picture = { ...init, body: JSON.stringify({ avatar_url }) }
    assert.equal((await call(`profiles?id=eq.${userId}`, picture, serviceKey)).status, 204)
  }
  const script = { ...init, body: '{"avatar_url":"javascript:alert(1)"}' }
  assert.equal((await call(`profiles?id=eq.${userId}`, script, serviceKey)).status, 400)
})

test('a write says how many rows it has written, where that is asked for', async () => {
  const { userId, accessToken } = await newAccount()
  const prefer = 'count=exact,resolution=merge-duplicates'
  const write = async (method: string, path: string, headers: Record<string, string>) => {
    const body = JSON.stringify({ id: userId, avatar_url: null })
    const answer = await call(path, { method, body, headers }, accessToken)
    return [answer.status, answer.headers.get('content-range')]
  }
  assert.deepEqual(await write('PATCH', `profiles?id=eq.${userId}`, { prefer }), [204, '0-0/1'])
  assert.deepEqual(await write('PATCH', `profiles?id=eq.${userId}`, {}), [204, '0-0/*'])
  assert.deepEqual(await write('POST', 'profiles', { prefer }), [201, '*/1'])
})

test('a page of another origin may call and read what it needs', async () => {
  const preflight = await fetch(`${server.url}/rest/v1/profiles`, { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
  const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
  for (const name of ['apikey', 'prefer', 'accept-profile', 'x-client-info', 'x-retry-count']) {
    assert.ok(allowed.includes(name), name)
  }
  const answer = await call('profiles')
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /content-range/)
})
