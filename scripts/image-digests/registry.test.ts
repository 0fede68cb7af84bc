import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { findDigest } from './registry.ts'

const DIGEST = `sha256:${'ab'.repeat(32)}`

test('the digest of all platforms of a tag comes from the registry, with the token that everybody gets', async (t) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    asked.push(`${method} ${url}`)
    if (url.startsWith('/token?')) return void response.end(JSON.stringify({ token: 'for-all' }))
    if (headers.authorization !== 'Bearer for-all') {
      const terms = `realm="${address()}/token",service="hub",scope="repository:library/postgres:pull"`
      return void response.writeHead(401, { 'www-authenticate': `Bearer ${terms}` }).end()
    }
    assert.match(headers.accept ?? '', /^application\/vnd\.oci\.image\.index/)
    if (url.endsWith('/manifests/none')) return void response.writeHead(404).end()
    response.writeHead(200, { 'docker-content-digest': DIGEST }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  function address(): string {
    const bound = server.address()
    return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  }
  assert.equal(await findDigest('postgres', '18.6', address()), DIGEST)
  assert.deepEqual(asked, [
    'HEAD /v2/library/postgres/manifests/18.6',
    'GET /token?service=hub&scope=repository%3Alibrary%2Fpostgres%3Apull',
    'HEAD /v2/library/postgres/manifests/18.6',
  ])
  await assert.rejects(findDigest('dxflrs/garage', 'none', address()), /garage:none: .* 404/)
  assert.ok(asked.includes('HEAD /v2/dxflrs/garage/manifests/none'))
})
