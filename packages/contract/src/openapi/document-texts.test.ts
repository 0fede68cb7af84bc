import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { DrivenLap } from '../records/records.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { SectorNumber } from '../wire/enumeration-schemas.ts'
import { pictureBase64 } from '../wire/picture-upload.ts'
import { PROBLEM_KINDS } from '../wire/problem-kinds.ts'
import { Problem } from '../wire/problem.ts'
import { describe } from '../wire/schema.ts'
import { allEndpoints } from './endpoints.ts'
import { convertSchema, descriptionOf } from './openapi-schemas.ts'
import { openApiDocument } from './openapi.ts'

const SOURCES = join(import.meta.dirname, '..')

async function loadModules(): Promise<Readonly<Record<string, unknown>>> {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const modules = files.map(async (file): Promise<[string, unknown]> => {
    return [file, await import(join(SOURCES, file))]
  })
  return Object.fromEntries(await Promise.all(modules))
}

const everything = {
  document: openApiDocument(allEndpoints()),
  modules: await loadModules(),
}

/** Finds every object within a value, with the path to it. */
function* objectsIn(value: unknown, path = ''): Generator<readonly [path: string, object]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value]
  for (const [key, each] of Object.entries(value)) yield* objectsIn(each, `${path}/${key}`)
}

const objects = [...objectsIn(everything)]
const textsAt = (...keys: readonly string[]) => {
  const all = objects.flatMap(([path, each]) =>
    keys.map((key): [string, unknown] => [`${path}/${key}`, Reflect.get(each, key)]),
  )
  return all.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

// The snapshot of the wire leaves these out, since a change of them changes no program.
test('every text for readers of the documents is there, from its first word to its last', () => {
  const texts = textsAt('description', 'summary', 'title', 'meaning', 'remedy')
  assert.deepEqual(
    texts.filter(([, text]) => !/^[\p{Lu}\d`](?!.*( {2}|undefined)).*\S$/su.test(text)),
    [],
  )
  assert.deepEqual(
    textsAt('description').filter(([, text]) => !text.endsWith('.')),
    [],
  )
})

test('every member of an object and every parameter is described, here or by its component', () => {
  const { document } = everything
  const parts = [...objectsIn(document)].flatMap(([path, each]) => {
    if (path.endsWith('/properties')) return []
    const members: [string, unknown][] = Object.entries(Object(Reflect.get(each, 'properties')))
    const isParameter = 'in' in each && 'schema' in each
    if (isParameter) members.push(['', each])
    return members.map(([name, part]) => ({
      name: `${path}/${name}`,
      part: Object(part),
    }))
  })
  const schemas = new Map(Object.entries(document.components.schemas))
  const bare = parts.filter(({ part }) => {
    const component = schemas.get(String(Reflect.get(part, '$ref')).split('/').at(-1) ?? '')
    return !('description' in part) && !(component instanceof Object && 'description' in component)
  })
  assert.deepEqual(bare, [])
})

test('no component is called after what is missing', () => {
  for (const [kind, components] of Object.entries(everything.document.components)) {
    for (const name of Object.keys(components))
      assert.match(name, /^(?!.*(null|undefined))[\w-]+$/, kind)
  }
})

test('every list of examples has one', () => {
  const lists = objects.map(([path, each]) => [path, Reflect.get(each, 'examples')] as const)
  assert.deepEqual(
    lists.filter(([, list]) => Array.isArray(list) && (list.length === 0 || list.includes(''))),
    [],
  )
})

const NAMES = { None: 0, Full: 1 }

for (const { rule, schema, described } of [
  {
    rule: 'a later game may send numbers without a name',
    schema: Type.Integer({ description: 'Safety car.', names: NAMES }),
    described: {
      type: 'integer',
      description: 'Safety car. 0 None, 1 Full.',
      oneOf: [
        { const: 0, title: 'None' },
        { const: 1, title: 'Full' },
        { title: 'Other', not: { enum: [0, 1] } },
      ],
    },
  },
  {
    rule: 'limits that are those of the names leave no other number',
    schema: Type.Integer({ names: NAMES, minimum: 0, maximum: 1 }),
    described: {
      type: 'integer',
      description: '0 None, 1 Full.',
      oneOf: [
        { const: 0, title: 'None' },
        { const: 1, title: 'Full' },
      ],
      minimum: 0,
      maximum: 1,
    },
  },
  {
    rule: 'what chooses among numbers names each of them for generators',
    schema: { names: NAMES, enum: [1, 0, 2] },
    described: {
      type: 'string',
      description: '0 None, 1 Full.',
      oneOf: [
        { const: 0, title: 'None' },
        { const: 1, title: 'Full' },
      ],
      'x-enum-varnames': ['Full', 'None', undefined],
      enum: [1, 0, 2],
    },
  },
]) {
  test(`numbers of an enumeration have names: ${rule}`, () => {
    assert.deepEqual(convertSchema(schema, 'answer'), described)
  })
}

test('what refuses a call is a problem, with what it may be and how to go on', () => {
  const refused = everything.document.components.responses
  const content = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  }
  const { meaning } = PROBLEM_KINDS['too-many-requests']
  assert.deepEqual(Reflect.get(refused, '429'), {
    description: `Too Many Requests\n- \`too-many-requests\`: ${meaning}`,
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    content,
  })
  assert.deepEqual(Reflect.get(refused, 'Problem'), {
    description: 'Any other failure.',
    content,
  })
})

test('the headers of every answer are described once', () => {
  const { info, components } = everything.document
  for (const name of ['X-API-Version', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy']) {
    const { description } = Object(components.headers[name])
    assert.ok(info.description.includes(`\n- \`${name}\`: ${description}`), name)
  }
  const answers = objects.filter(([path]) => path.endsWith('/headers'))
  assert.deepEqual(
    answers.filter(
      ([path, headers]) => path !== '/document/components/headers' && 'X-Request-Id' in headers,
    ),
    [],
  )
})

test('every schema with a name is referred to', () => {
  const text = JSON.stringify(everything.document)
  assert.deepEqual(
    Object.keys(everything.document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    ),
    [],
  )
})

test('an answer with the members of another one and more refers to that one for them', () => {
  const own = { type: 'boolean', description: 'Own.' }
  const more = Type.Object({ ...DrivenLap.properties, own: Type.Boolean({ description: 'Own.' }) })
  assert.deepEqual(convertSchema(more, 'answer'), {
    allOf: [{ $ref: '#/components/schemas/DrivenLap' }],
    type: 'object',
    required: ['own'],
    properties: { own },
  })
  const other = Type.Object({ ...more.properties, lapTimeMs: Type.Integer() })
  assert.equal(
    'allOf' in convertSchema(other, 'answer'),
    false,
    'a member of the same name is another one',
  )
  assert.equal('allOf' in convertSchema(more, 'request'), false, 'a request is closed')
})

test('a number with limits that admit other than the named ones is its enumeration with these limits', () => {
  const $ref = '#/components/schemas/Sector'
  const limited = { ...SectorNumber, minimum: 0 }
  assert.deepEqual(convertSchema({ ...limited, maximum: 255 }, 'request'), {
    $ref,
    minimum: 0,
    maximum: 255,
    description: 'Sector.',
  })
  assert.equal('$ref' in convertSchema({ ...limited, maximum: 2 }, 'request'), false)
})

test('a reference has the description of its place where that is another one', () => {
  const $ref = '#/components/schemas/Problem'
  assert.deepEqual(convertSchema(Problem, 'answer'), { $ref })
  const own = describe(Problem, 'What was wrong.')
  assert.deepEqual(convertSchema(own, 'answer'), { $ref, description: 'What was wrong.' })
})

const said = (endpoint: Endpoint) =>
  Reflect.get(Object(openApiDocument([endpoint]).paths['/api/Things']), 'post').description

test('a call says who may make it unless users may, and what is special about its body', () => {
  const endpoint: Endpoint = {
    method: 'POST',
    path: '/api/Things',
    summary: 'Adds a thing',
    auth: 'user',
    scope: 'none',
  }
  const body = Type.Object({})
  assert.equal(said(endpoint), undefined)
  assert.equal(said({ ...endpoint, auth: 'recorder' }), 'A user or a recorder may call it.')
  assert.equal(
    said({ ...endpoint, body, bodyBytesMax: 8_000_000 }),
    'The body has at most 8,000,000 bytes.',
  )
  assert.equal(said({ ...endpoint, body }), undefined)
  assert.equal(said({ ...endpoint, rawBody: true }), 'The body is the file itself.')
})

test('the hint of a picture follows what it is', () => {
  const text = 'Logo as PNG, JPEG or WebP, in base64 or as a data URL'
  assert.equal(descriptionOf(pictureBase64('Logo')), `${text}.`)
  assert.equal(descriptionOf(pictureBase64('Logo', 'square')), `${text}; square.`)
})
