import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '../../../platform/config/config.ts'
import { call, lastMailTo, openAuthServer, type ReadMail } from '../testing/auth.fixture.ts'
import { isAllowedRedirect } from './redirects.ts'

const PATTERNS = [
  'https://club.example/welcome',
  'https://*.club.example/cb',
  'https://deep.example/**',
  'pitboard://signed-in',
]
const site = {
  config: readConfig({ AUTH_REDIRECT_URLS: PATTERNS.join(',') }),
  publicUrl: () => 'https://pitboard.example',
}

suite('where a sign-in may lead to', () => {
  const allowed = [
    'https://pitboard.example',
    'https://pitboard.example/dashboard?tab=a#top',
    'https://club.example/welcome',
    'https://club.example/welcome#fragment',
    'https://team.club.example/cb',
    'https://deep.example/',
    'https://deep.example/a/b.c?d=e.f/g',
    'pitboard://signed-in',
    'http://127.0.0.1:4000/cb',
    'http://[::1]:4000/cb',
  ]
  for (const url of allowed) {
    test(`${url}: yes`, () => assert.equal(isAllowedRedirect(site, url), true))
  }

  const refused = [
    'http://pitboard.example',
    'https://pitboard.example:8443/',
    'https://pitboard.example.evil.example/',
    'https://pitboard.example@evil.example/',
    'https://user:pass@pitboard.example/',
    'https://evil.example/https://pitboard.example/',
    'https://club.example/welcome/evil',
    'https://club.example/welcome.evil',
    'https://club.example/welcomeevil',
    'https://club.example.evil.example/welcome',
    'https://xclub.example/cb',
    'https://a.b.club.example/cb',
    'https://evil?.club.example/cb',
    'https://evil#.club.example/cb',
    'https://evil\\.club.example/cb',
    'https://deep.example.evil.example/',
    'https://deep.exampleevil/',
    'https:///deep.example\\@evil.example/',
    'javascript:alert(1)//https://deep.example/',
    'data:text/html,https://deep.example/',
    '//evil.example',
    '/dashboard',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
    'https://127.0.0.1.evil.example/',
    'ftp://127.0.0.1/',
    'https://pitboard.example\n.evil.example/',
    '',
  ]
  for (const url of refused) {
    test(`${JSON.stringify(url)}: no`, () => assert.equal(isAllowedRedirect(site, url), false))
  }

  test('a pattern matches numbers of no address: those could be anybody’s', () => {
    const everywhere = { ...site, config: readConfig({ AUTH_REDIRECT_URLS: 'https://**' }) }
    assert.equal(isAllowedRedirect(everywhere, 'https://anybody.example/'), true)
    assert.equal(isAllowedRedirect(everywhere, 'https://192.0.2.1/'), false)
    assert.equal(isAllowedRedirect(everywhere, 'https://3221225985/'), false)
  })

  test('on this machine the port of the site does not matter', () => {
    const local = { ...site, publicUrl: () => 'http://localhost:8080' }
    assert.equal(isAllowedRedirect(local, 'http://localhost:5173/cb'), true)
    assert.equal(isAllowedRedirect(local, 'https://localhost:5173/cb'), false)
    assert.equal(isAllowedRedirect(site, 'http://localhost:5173/cb'), false)
  })
})

test('what is not allowed falls back: to where the request comes from, else to our own site', async (t) => {
  const server = await openAuthServer(t, { AUTH_REDIRECT_URLS: 'https://club.example/**' })
  const send = async (query: string, headers: Record<string, string>) => {
    server.clock.pass(61)
    const body = { email: 'a@b.example', password: 'correct horse' }
    await call(server, 'POST', `/signup${query}`, { body, headers })
    return targetOf(await lastMailTo(server, 'a@b.example'))
  }
  const evil = '?redirect_to=https://club.example.evil.example/'
  const own = `http://localhost:${new URL(server.url).port}`
  assert.equal(await send('?redirect_to=https://club.example/a', {}), 'https://club.example/a')
  assert.equal(await send(evil, { referer: 'https://club.example/b' }), 'https://club.example/b')
  assert.equal(await send(evil, { referer: 'https://evil.example/' }), own)
  assert.equal(await send('', { redirect_to: 'https://club.example/c' }), 'https://club.example/c')
  const { link } = await lastMailTo(server, 'a@b.example')
  const tampered = link.replace(/redirect_to=.*/, 'redirect_to=https%3A%2F%2Fevil.example')
  const { headers } = await fetch(tampered, { redirect: 'manual' })
  assert.ok(headers.get('location')?.startsWith(`${own}/#access_token=`))
})

function targetOf({ link }: ReadMail): string | null {
  return new URL(link).searchParams.get('redirect_to')
}

test('the time to match a pattern is in proportion to its length', () => {
  const url = `https://deep.example/${'a'.repeat(1_900)}`
  const costMs = (stars: number) => {
    const pattern = `https://deep.example/${'**a'.repeat(stars)}**b`
    const crafted = { ...site, config: { ...site.config, authRedirectUrls: [pattern] } }
    const before = process.cpuUsage()
    assert.equal(isAllowedRedirect(crafted, url), false)
    return process.cpuUsage(before).user / 1000
  }
  costMs(1)
  // With backtracking ten stars would take longer than anybody waits.
  assert.ok(costMs(10) < 200 * Math.max(costMs(1), 1))
})
