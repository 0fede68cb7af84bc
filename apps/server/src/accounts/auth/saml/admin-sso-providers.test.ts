import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, openAuthClient, sessionOf } from '../testing/auth.fixture.ts'
import { listen } from '../testing/providers.fixture.ts'
import { COMPANY, enterPartner, openPartner, shareWithSaml } from '../testing/saml.fixture.ts'

const openSaml = shareWithSaml()
const openConfirmingSaml = shareWithSaml({ AUTH_AUTOCONFIRM: 'true' })

const PATH = '/admin/sso/providers'

test('the operator enters, lists, changes and removes identity providers', async () => {
  const { server, partner } = await openSaml()
  const token = server.context.keys.serviceKey
  const id = await enterPartner(server, partner, { resource_id: 'company' })
  const listed = await call(server, 'GET', PATH, { token })
  assert.deepEqual(Object.keys(listed.json), ['items'])
  const one = await call(server, 'GET', `${PATH}/resource_company`, { token })
  assert.equal(one.json['id'], id)
  const saml = one.json['saml']
  assert.ok(typeof saml === 'object' && saml !== null && 'entity_id' in saml)
  assert.equal(saml.entity_id, COMPANY)

  const body = { domains: ['Two.example', 'three.example'], disabled: true }
  const changed = await call(server, 'PUT', `${PATH}/${id}`, { token, body })
  assert.equal(changed.status, 200)
  const domains = changed.json['domains']
  assert.deepEqual(
    Array.isArray(domains) && domains.map(({ domain }: { domain: string }) => domain),
    ['three.example', 'two.example'],
  )
  assert.equal((await call(server, 'DELETE', `${PATH}/${id}`, { token })).status, 200)
  const gone = await call(server, 'GET', `${PATH}/${id}`, { token })
  assert.deepEqual([gone.status, gone.json['code']], [404, 'sso_provider_not_found'])
})

test('nobody else may, and what can’t be used is refused', async (t) => {
  const { server, partner } = await openConfirmingSaml()
  const account = { email: 'a@club.example', password: 'correct horse' }
  const { accessToken } = sessionOf(await openAuthClient('2.48.1', server).signUp(account))
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', PATH],
    ['GET', `${PATH}/x`],
    ['PUT', `${PATH}/x`],
    ['DELETE', `${PATH}/x`],
  ] as const) {
    const { status, json } = await call(server, method, path, { token: accessToken })
    assert.deepEqual([status, json['code']], [403, 'not_admin'])
  }

  const token = server.context.keys.serviceKey
  await enterPartner(server, partner)
  const other = await openPartner(server, 'https://other.example')
  const refusals: [body: object, status: number, code: string][] = [
    [{}, 400, 'validation_failed'],
    [{ type: 'saml' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: '<a/>' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: `<!DOCTYPE a>${partner.metadata}` }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_url: 'http://company.example/' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_url: 'http://127.0.0.1:9/' }, 400, 'saml_metadata_fetch_failed'],
    [{ type: 'saml', metadata_xml: partner.metadata }, 422, 'saml_idp_already_exists'],
    [
      { type: 'saml', metadata_xml: other.metadata, domains: ['company.example'] },
      400,
      'sso_domain_already_exists',
    ],
  ]
  for (const [body, status, code] of refusals) {
    const answer = await call(server, 'POST', PATH, { token, body })
    assert.deepEqual([answer.status, answer.json['code']], [status, code], JSON.stringify(body))
  }
  const listening = await listen(t)
  listening.answerWith((_request, response) => response.end(other.metadata))
  const body = { type: 'saml', metadata_url: listening.url }
  assert.equal((await call(server, 'POST', PATH, { token, body })).status, 201)
})
