import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { allEndpoints } from './endpoints.ts'
import { convertSchema } from './openapi-schemas.ts'
import { openApiDocument } from './openapi.ts'

const SOURCES = join(import.meta.dirname, '..')

async function loadModules(): Promise<Readonly<Record<string, unknown>>> {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const modules = files.map(async (file): Promise<[string, unknown]> => {
    return [file, await import(join(SOURCES, file))]
  })
  return Object.fromEntries(await Promise.all(modules))
}

const everything = { document: openApiDocument(allEndpoints()), ...(await loadModules()) }

/** Every object within a value, with where it is. */
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
