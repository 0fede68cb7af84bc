import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import {
  API_VERSION,
  isRepeatable,
  scopeOf,
  successStatuses,
} from '@pitboard/contract/wire/endpoint'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { allProblemKinds } from '@pitboard/contract/wire/problem-kinds'
import { Validator } from '@seriousme/openapi-schema-validator'
import { openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
before(async () => {
  server = await openTestServer()
})
after(() => server.close())

/**
 * Returns the document with the components in the places that refer to them, except schemas, which refer to themselves.
 */
async function readDocument() {
  const document = (await server.app.inject('/api/openapi.json')).json()
  const { schemas: _, ...others } = document.components
  const known = new Map<string, unknown>(
    Object.entries<Record<string, unknown>>(others).flatMap(([kind, components]) =>
      Object.entries<unknown>(components).map(([name, component]) => [
        `#/components/${kind}/${name}`,
        component,
      ]),
    ),
  )
  const resolve = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && '$ref' in value
      ? (known.get(String(value.$ref)) ?? value)
      : value
  return JSON.parse(JSON.stringify(document, resolve))
}

test('the OpenAPI document is valid by the rules of OpenAPI 3.1', async () => {
  const { statusCode, json } = await server.app.inject('/api/openapi.json')
  assert.equal(statusCode, 200)
  const validator = new Validator()
  const { valid, errors } = await validator.validate(json())
  assert.deepEqual(errors ?? [], [])
  assert.equal(valid, true)
  assert.equal(validator.version, '3.1')
})

test('the OpenAPI document goes out compressed, and once to who has it', async () => {
  const plain = await server.app.inject('/api/openapi.json')
  const zipped = await server.app.inject({
    url: '/api/openapi.json',
    headers: { 'accept-encoding': 'gzip' },
  })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body)
  const headers = { 'if-none-match': String(plain.headers['etag']) }
  assert.equal((await server.app.inject({ url: '/api/openapi.json', headers })).statusCode, 304)
})

test('every operation has an identifier of its own that a program can use as a name', async () => {
  const { paths } = (await server.app.inject('/api/openapi.json')).json()
  const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )
  assert.deepEqual(
    ids.filter((id) => !/^[a-z][a-zA-Z\d]*$/.test(id)),
    [],
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('the OpenAPI document describes every endpoint, what it refuses, and WebSocket calls', async () => {
  const { paths, components, security: ofAll } = await readDocument()
  for (const endpoint of allEndpoints()) {
    const { method, path, errors = [], webSocket, body, auth = 'public' } = endpoint
    const operation = paths[path][method.toLowerCase()]
    const statuses = Object.keys(operation.responses)
    for (const status of [
      ...errors,
      ...successStatuses(endpoint),
      400,
      401,
      503,
      ...(webSocket ? [426] : body ? [413, 415] : []),
    ]) {
      assert.ok(statuses.includes(String(status)), `${method} ${path} ${status}`)
    }
    // An optional call takes nothing, or a user's token.
    const ways = { public: 0, optional: 2, user: 1, recorderKey: 1, recorder: 2 }[auth]
    const scope = scopeOf(endpoint)
    const tokens = scope === null || scope === 'none' ? [] : [{ personalAccessToken: [scope] }]
    const { security = ofAll } = operation
    assert.equal(security.length, ways + tokens.length, `${method} ${path}`)
    assert.deepEqual(security.slice(ways), tokens, `${method} ${path}`)
  }
  const problem = paths['/api/Sessions/{id}'].get.responses['404'].content
  assert.deepEqual(problem, {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  })
  assert.deepEqual(components.schemas.SessionDetail.properties.drivers.items, {
    $ref: '#/components/schemas/Driver',
  })
})

test('refusals are described as on the pages of their errors, with the headers that come along', async () => {
  const { paths } = await readDocument()
  for (const { method, path } of allEndpoints()) {
    const { responses } = paths[path][method.toLowerCase()]
    assert.ok(responses['401'].headers['WWW-Authenticate'], path)
    assert.ok(responses['503'].headers['Retry-After'], path)
    for (const { status, slug, meaning } of allProblemKinds()) {
      const { description = '' } = responses[status] ?? {}
      if (responses[status]) assert.ok(description.includes(`\`${slug}\`: ${meaning}`), path)
    }
  }
})

test('every operation that is not for users alone says who may call it, every body has an example, and announcements are a webhook', async () => {
  const { info, paths, webhooks, components } = await readDocument()
  assert.match(info.description, /A user may make a call that says nothing of its callers/)
  for (const { method, path, auth, body } of allEndpoints()) {
    const { description = '', requestBody } = paths[path][method.toLowerCase()]
    assert.equal(/call it/.test(description), auth !== 'user', path)
    if (body) assert.notEqual(requestBody.content['application/json'].example, undefined, path)
  }
  const { schema, example } = webhooks.announcement.post.requestBody.content['application/json']
  const { properties } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema
  assert.deepEqual(Object.keys(example), Object.keys(properties))
})

test('every answer of the API names its version, which pages of other origins may read', async () => {
  const { info } = (await server.app.inject('/api/openapi.json')).json()
  assert.equal(info.version, API_VERSION)
  for (const url of ['/api/Site', '/api/Sessions/x', '/api/nothing', '/api/RecorderKeys']) {
    const { headers } = await server.app.inject(url)
    assert.equal(headers['x-api-version'], API_VERSION, url)
    assert.match(String(headers['access-control-expose-headers']), /x-api-version/)
  }
})

test('the document closes the bodies that the server closes', async () => {
  const { paths, components } = await readDocument()
  const open: string[] = []
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    if ('$ref' in node && typeof node.$ref === 'string') {
      const name = node.$ref.split('/').at(-1) ?? ''
      return visit(components.schemas[name], name)
    }
    if ('properties' in node && !('additionalProperties' in node)) open.push(path)
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`)
  }
  for (const { method, path, body } of allEndpoints()) {
    if (!body) continue
    const { requestBody } = paths[path][method.toLowerCase()]
    visit(requestBody.content['application/json'].schema, `${method} ${path}`)
  }
  assert.deepEqual(open, [])
})

test('calls that can answer 412 document If-Match, those that create document Idempotency-Key, and seasons and leagues are components', async () => {
  const { paths, components } = await readDocument()
  for (const endpoint of allEndpoints()) {
    const { method, path, ifMatch = false } = endpoint
    const parameters: { name: string }[] = paths[path][method.toLowerCase()].parameters ?? []
    const isDocumented = parameters.some(({ name }) => name === 'If-Match')
    assert.equal(isDocumented, ifMatch, `${method} ${path}`)
    const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key')
    assert.equal(hasKey, isRepeatable(endpoint), `${method} ${path}`)
  }
  for (const name of ['League', 'Season', 'SeasonEvent', 'Standings', 'Result']) {
    assert.ok(components.schemas[name], name)
  }
  const { schema } = paths['/api/Seasons/{id}'].get.responses['200'].content['application/json']
  assert.deepEqual(schema, { $ref: '#/components/schemas/Season' })
})

test('lists document their pages and the headers that describe them', async () => {
  const { paths } = await readDocument()
  for (const { method, path, list } of allEndpoints()) {
    if (list === undefined) continue
    const { parameters = [], responses } = paths[path][method.toLowerCase()]
    const hasPages = list !== 'whole'
    const names = parameters.map(({ name }: { name: string }) => name)
    assert.deepEqual(
      [names.includes('page'), names.includes('pageSize')],
      [hasPages, hasPages],
      path,
    )
    const { headers } = responses['200']
    assert.ok(headers['X-Total-Count'], path)
    assert.equal(headers.Link !== undefined, hasPages, path)
  }
})

test('the documentation page takes everything from this server', async () => {
  const page = await server.app.inject('/api/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(page.headers['content-type'] ?? '', /text\/html/)
  const urls = Array.from(page.body.matchAll(/(?:src|href)="([^"]+)"/g), ([, url = '']) => url)
  assert.ok(urls.length > 2)
  for (const url of urls) {
    const { pathname, host } = new URL(url, 'http://here/api/docs/')
    assert.equal(host, 'here', url)
    assert.equal((await server.app.inject(pathname)).statusCode, 200, url)
  }
  assert.doesNotMatch(page.body, /<script(?![^>]* src=)[^>]*>\s*\S/)
  const document = (await server.app.inject('/api/openapi.json')).json()
  for (const path of ['/api/docs/json', '/api/docs/yaml']) {
    assert.deepEqual(JSON.parse((await server.app.inject(path)).body), document, path)
  }
})

test('every member, parameter and enumeration of the document says what it means', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json()
  const components: Record<string, { readonly description?: string }> = document.components.schemas
  const unexplained: string[] = []
  const visit = (node: unknown, path: string, isMap = false): void => {
    if (Array.isArray(node)) return node.forEach((each, index) => visit(each, `${path}/${index}`))
    if (!isRecord(node)) return
    for (const [key, value] of Object.entries(node))
      visit(value, `${path}/${key}`, key === 'properties')
    if (isMap) {
      for (const [name, each] of Object.entries(node)) {
        if (!isDescribed(each)) unexplained.push(`${path}/${name}`)
      }
      return
    }
    if ('in' in node && 'schema' in node && !isDescribed(node)) unexplained.push(path)
    // Texts are names already; numbers have theirs beside them.
    const isNumbered = Array.isArray(node['enum']) && node['enum'].some(Number.isInteger)
    if (isNumbered && !('oneOf' in node) && !path.endsWith('/not')) unexplained.push(path)
    if (Array.isArray(node['oneOf'])) {
      for (const each of node['oneOf']) {
        if (!isRecord(each) || typeof each['title'] !== 'string') unexplained.push(path)
      }
    }
  }
  const isDescribed = (node: unknown): boolean => {
    if (!isRecord(node)) return false
    const { $ref, description = components[String($ref).split('/').at(-1) ?? '']?.description } =
      node
    return typeof description === 'string' && description.length > 3
  }
  visit(document.paths, 'paths')
  visit(components, 'schemas')
  visit(document.components.parameters, 'parameters')
  assert.deepEqual(unexplained, [])
  const { Track, SessionType } = document.components.schemas
  assert.deepEqual(Track.oneOf[0], { const: 0, title: 'Melbourne' })
  assert.match(SessionType.description, /10 Race/)
})

test('a parameter, body, answer or longer schema that several places of the document have is a component, and every operation has a summary', async () => {
  const document = (await server.app.inject('/api/openapi.json')).json()
  const places = new Map<string, string[]>()
  const visit = (node: unknown, path: string): void => {
    if (Array.isArray(node)) return node.forEach((each, index) => visit(each, `${path}/${index}`))
    if (!isRecord(node)) return
    const isSchema = 'type' in node || 'anyOf' in node || 'oneOf' in node
    const isPart = isSchema || 'in' in node || 'content' in node
    const content = JSON.stringify(node)
    if (isPart && content.length >= 120) places.set(content, [...(places.get(content) ?? []), path])
    for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`)
  }
  visit(document.components.schemas, 'schemas')
  visit(document.paths, 'paths')
  assert.deepEqual(
    [...places.values()].filter((same) => same.length > 1),
    [],
  )
  for (const { method, path } of allEndpoints()) {
    const { summary } = document.paths[path][method.toLowerCase()]
    assert.ok(summary.length > 3, `${method} ${path}`)
  }
})

test('components are called by words, and the document is no longer than 500 kB', async () => {
  const { body } = await server.app.inject('/api/openapi.json')
  const { responses, ...components } = JSON.parse(body).components
  const answers = Object.keys(responses).filter((name) => !/^\d{3}$/.test(name))
  const names = [
    ...answers,
    ...Object.values<object>(components).flatMap((each) => Object.keys(each)),
  ]
  assert.deepEqual(
    names.filter((name) => !/^[a-z-]+(?:[A-Z][a-z-]*\d?)*$/i.test(name) || /\d$/.test(name)),
    [],
  )
  assert.ok(body.length < 500_000, `${body.length} bytes`)
})

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
