import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type AuthServer, call, openAuthClient } from '../testing/auth.fixture.ts'
import {
  changed,
  COMPANY,
  enterPartner,
  type Form,
  openPartner,
  shareWithSaml,
  type SamlPartner,
  sendForm,
  type ResponseParts,
} from '../testing/saml.fixture.ts'

const openSaml = shareWithSaml()

async function openEntered() {
  const { server, partner } = await openSaml()
  const id = await enterPartner(server, partner)
  const ask = async () => {
    const body = { provider_id: id, skip_http_redirect: true }
    const { json } = await call(server, 'POST', '/sso', { body })
    return String(json['url'])
  }
  return { server, partner, id, ask }
}

async function isIn(server: AuthServer, form: Form): Promise<boolean> {
  const { status, location } = await sendForm(server, form)
  if (status === 302) return location.hash.includes('access_token=')
  assert.equal(status, 303)
  assert.ok(location.searchParams.get('error_code'))
  assert.equal(location.origin, server.context.publicUrl())
  return false
}

function minuteAgo({ clock }: AuthServer): Date {
  return new Date(clock.now().getTime() - 61_000)
}

suite('assertions that count', () => {
  test('one that a provider sends unrequested; not again', async () => {
    const { server, partner } = await openEntered()
    const form = { ...(await partner.answer(null)), relayState: 'http://127.0.0.1:9/wanted' }
    const first = await sendForm(server, form)
    assert.equal(first.status, 302)
    assert.equal(first.location.pathname, '/wanted')
    assert.equal(await isIn(server, form), false)
  })

  test('the relay state of a stranger’s address leads home', async () => {
    const { server, partner } = await openEntered()
    const form = { ...(await partner.answer(null)), relayState: 'https://evil.example/' }
    const { location } = await sendForm(server, form)
    assert.equal(location.origin, server.context.publicUrl())
  })

  test('a known person gets their account; the same address elsewhere is another one', async () => {
    const { server, partner, id, ask } = await openEntered()
    const auth = openAuthClient('2.48.1', server)
    await auth.signUp({ email: 'driver@company.example', password: 'correct horse' })
    for (const email of ['driver@company.example', 'new@company.example']) {
      assert.ok(await isIn(server, await partner.answer(await ask(), { email })))
    }
    const users = await server.context.db
      .selectFrom('auth.users')
      .select(['email', 'is_sso_user', 'email_confirmed_at'])
      .orderBy('created_at')
      .execute()
    assert.deepEqual(
      users.map(({ email, is_sso_user: isSso }) => [email, isSso]),
      [
        ['driver@company.example', false],
        ['new@company.example', true],
      ],
    )
    assert.equal(users[0]?.email_confirmed_at, null, 'single sign-on confirms nobody else')
    const provider = await server.context.db
      .selectFrom('auth.identities')
      .select('provider')
      .where('provider_id', '=', 'employee-7')
      .executeTakeFirst()
    assert.equal(provider?.provider, `sso:${id}`)
  })

  test('a comment within the name does not cut it short', async () => {
    const { server, partner, ask } = await openEntered()
    const form = await partner.answer(await ask(), { nameId: 'admin.evil' })
    const cut = changed(form, (xml) => xml.replace('>admin.evil<', '>admin<!-- -->.evil<'))
    await sendForm(server, cut)
    const names = await server.context.db
      .selectFrom('auth.identities')
      .select('provider_id')
      .execute()
    for (const { provider_id: name } of names) assert.equal(name, 'admin.evil')
  })

  test('only what is signed is read: never a forged one among the extensions', async () => {
    const { server, partner, ask } = await openEntered()
    const form = changed(await partner.answer(await ask()), (xml) =>
      withForged(xml, (forged, real) => `<samlp:Extensions>${forged}</samlp:Extensions>${real}`),
    )
    await sendForm(server, form)
    const names = await server.context.db
      .selectFrom('auth.identities')
      .select('provider_id')
      .execute()
    for (const { provider_id: name } of names) assert.equal(name, 'employee-7')
  })

  test('attributes are mapped as the operator says', async () => {
    const { server, partner } = await openSaml()
    const attribute_mapping = {
      keys: { crew: { name: 'team' }, seat: { name: 'none', default: 'main' } },
    }
    await enterPartner(server, partner, { attribute_mapping })
    assert.ok(await isIn(server, await partner.answer(null)))
    const user = await server.context.db
      .selectFrom('auth.users')
      .select('user_metadata')
      .executeTakeFirstOrThrow()
    assert.deepEqual(user.user_metadata['custom_claims'], { crew: 'Red', seat: 'main' })
  })
})

suite('assertions that don’t count', () => {
  const cases: [name: string, cases: (server: AuthServer) => ResponseParts][] = [
    ['for another audience', () => ({ audience: 'https://other.example/metadata' })],
    ['for another recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['to another request', () => ({ inResponseTo: 'id-another' })],
    ['to no request, where there was one', () => ({ inResponseTo: null })],
    ['that is over', (server) => ({ notOnOrAfter: minuteAgo(server) })],
    ['of a session that is over', (server) => ({ sessionEnd: minuteAgo(server) })],
    ['in another issuer’s name', () => ({ issuer: 'https://other.example' })],
    [
      'with a name that is another one each time',
      () => ({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    ],
    ['without an e-mail address', () => ({ email: 'nobody' })],
  ]
  test('in their content', async (t) => {
    const { server, partner, ask } = await openEntered()
    for (const [name, partsOf] of cases) {
      await t.test(name, async () => {
        assert.equal(await isIn(server, await partner.answer(await ask(), partsOf(server))), false)
      })
    }
    assert.ok(await isIn(server, await partner.answer(await ask())), 'the others are good')
  })

  const changes: [name: string, change: (xml: string) => string][] = [
    ['unsigned', (xml) => xml.replace(/<ds:Signature.*<\/ds:Signature>/s, '')],
    ['changed after it was signed', (xml) => xml.replace('employee-7', 'employee-1')],
    ['with a forged one before it', (xml) => withForged(xml, (forged, real) => forged + real)],
    ['with a forged one after it', (xml) => withForged(xml, (forged, real) => real + forged)],
    [
      'wrapped within a forged one',
      (xml) =>
        withForged(xml, (forged, real) =>
          forged.replace('<saml:Subject>', `<saml:Advice>${real}</saml:Advice><saml:Subject>`),
        ),
    ],
    [
      'wrapped within the extensions, a forged one of the same ID in its place',
      (xml) =>
        withForged(
          xml,
          (forged, real) => `<samlp:Extensions>${real}</samlp:Extensions>${forged}`,
          true,
        ),
    ],
    [
      'with a document type',
      (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}`,
    ],
    ['that is no XML', () => 'nothing'],
    ['of a sign-in that has failed', (xml) => xml.replace('status:Success', 'status:AuthnFailed')],
    ['sent to another destination', (xml) => xml.replace(/Destination="[^"]*/, '$&x')],
  ]
  test('in how they come', async (t) => {
    const { server, partner, ask } = await openEntered()
    for (const [name, change] of changes) {
      await t.test(name, async () => {
        const form = changed(await partner.answer(await ask()), change)
        assert.equal(await isIn(server, form), false)
        const { db } = server.context
        assert.deepEqual(await db.selectFrom('auth.users').selectAll().execute(), [])
      })
    }
  })

  const large: [name: string, xml: (good: string) => string][] = [
    ['nested without end', () => '<a>'.repeat(200_000)],
    [
      'of a million attributes',
      () => `<a ${Array.from({ length: 60_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
    ],
    [
      'of many namespaces',
      () => Array.from({ length: 20_000 }, (_, n) => `<a xmlns:n${n}="x">`).join(''),
    ],
    ['with entities that multiply', () => billionLaughs()],
    ['compressed', (good) => deflateRawSync(good).toString('latin1')],
    ['good, with a large comment', (good) => `${good}<!--${'x'.repeat(600_000)}-->`],
  ]
  test('in what they cost: large, deep and multiplying ones are refused soon', async (t) => {
    const { server, partner, ask } = await openEntered()
    for (const [name, build] of large) {
      await t.test(name, async () => {
        const form = changed(await partner.answer(await ask()), build)
        const before = process.cpuUsage()
        await sendForm(server, form)
        const costMs = process.cpuUsage(before).user / 1000
        assert.ok(costMs < 10_000, `${costMs} ms`)
      })
    }
    assert.ok(await isIn(server, await partner.answer(await ask())), 'the server goes on')
  })

  test('signed by somebody who calls himself the provider', async () => {
    const { server, ask } = await openEntered()
    const stranger = await openPartner(server, COMPANY)
    assert.equal(await isIn(server, await stranger.answer(await ask())), false)
  })

  test('signed with SHA-1', async () => {
    const { server } = await openSaml()
    const old = await openPartner(server, COMPANY, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')
    await enterPartner(server, old)
    assert.equal(await isIn(server, await old.answer(null)), false)
  })

  test('signed with SHA-256, of a SHA-1 digest', async () => {
    const { server, partner } = await openEntered()
    assert.equal(await isIn(server, partner.withWeakDigest(await partner.answer(null))), false)
  })

  test('a request is answered once, within two minutes', async () => {
    const { server, partner, ask } = await openEntered()
    const form = await partner.answer(await ask())
    assert.ok(await isIn(server, form))
    assert.equal(await isIn(server, form), false)
    const url = await ask()
    server.clock.pass(121)
    const late = await sendForm(server, await partner.answer(url))
    assert.equal(late.location.searchParams.get('error_code'), 'saml_relay_state_expired')
  })

  test('of a provider that is disabled or unknown', async () => {
    const { server, partner, id } = await openEntered()
    const token = server.context.keys.serviceKey
    const body = { disabled: true }
    await call(server, 'PUT', `/admin/sso/providers/${id}`, { token, body })
    assert.equal(await isIn(server, await partner.answer(null)), false)
    const other: SamlPartner = await openPartner(server, 'https://unknown.example')
    assert.equal(await isIn(server, await other.answer(null)), false)
  })
})

function billionLaughs(): string {
  const entities = Array.from({ length: 12 }, (_, n) =>
    n === 0 ? '<!ENTITY e0 "ha">' : `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`,
  )
  return `<!DOCTYPE r [${entities.join('')}]><r>&e11;</r>`
}

/** Adds a second assertion to the answer, of another person, that nobody has signed. */
function withForged(
  xml: string,
  join: (forged: string, real: string) => string,
  hasSameId = false,
): string {
  return xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (real) => {
    const forged = real
      .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
      .replace('employee-7', 'the boss')
    return join(hasSameId ? forged : forged.replace(/ ID="[^"]*"/, ' ID="forged"'), real)
  })
}
