import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Parse } from 'typebox/value'
import {
  encodeAcknowledgement,
  encodeDatagram,
  encodeFrame,
  encodeJsonFrame,
} from '@pitboard/contract/ingest/ingest-frames'
import { FrameType } from '@pitboard/contract/ingest/ingest-protocol'
import { COLUMNS } from '@pitboard/contract/live/live-columns'
import { encodeDelta } from '@pitboard/contract/live/live-delta'
import { LiveSession } from '@pitboard/contract/live/live'
import { Driver } from '@pitboard/contract/sessions/driver'
import { ANSWERS, BODIES } from '@pitboard/contract/openapi/openapi-components'
import { allEndpoints } from '@pitboard/contract/openapi/endpoints'
import { openApiDocument } from '@pitboard/contract/openapi/openapi'

const SOURCES = join(import.meta.dirname, '../../packages/contract/src')

/**
 * Describes everything of the contract that another program depends on, as text with a line for each property, so that
 * a change of the wire is a diff that somebody reads. Keys are sorted; texts for people (descriptions, examples) are
 * left out.
 */
export async function describeWire(): Promise<Readonly<Record<string, string>>> {
  return {
    'openapi.txt': describeOpenApi(),
    'constants-and-schemas.txt': await describeModules(),
    'messages.txt': describeMessages(),
  }
}

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

const FOR_PEOPLE = new Set(['description', 'summary', 'title', 'examples', 'x-enum-varnames'])

function describeOpenApi(): string {
  const { paths, components, info, ...head } = plain(openApiDocument(allEndpoints()))
  const operations = Object.entries(
    objectOf(inlineParts(paths ?? null, objectOf(components))),
  ).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: objectOf(operation),
    })),
  )
  const common = commonAnswers(operations.map(({ operation }) => objectOf(operation['responses'])))
  return sections([
    `version ${compact(objectOf(info)['version'] ?? null)}`,
    lines(head).join('\n'),
    ...operations
      .map(({ name, operation }) => describeOperation(name, operation, common))
      .toSorted(),
    ...namedSections('answer', Object.fromEntries(common)),
    ...namedSections('schema', objectOf(objectOf(components)['schemas'])),
    ...namedSections('security', objectOf(objectOf(components)['securitySchemes'])),
  ])
}

/** Puts parts of a call that others have too in place of the references to them; schemas and refusals are sections. */
function inlineParts(json: Json, components: JsonObject): Json {
  if (Array.isArray(json)) return json.map((part: Json) => inlineParts(part, components))
  if (typeof json !== 'object' || json === null) return json
  const { $ref = '' } = objectOf(json)
  const [, kind = '', name = ''] =
    /^#\/components\/(parameters|requestBodies|responses)\/([A-Z_a-z]\w*)$/.exec(
      typeof $ref === 'string' ? $ref : '',
    ) ?? []
  const part = objectOf(components[kind] ?? {})[name]
  if (part !== undefined && name !== 'Problem') return inlineParts(part, components)
  return Object.fromEntries(
    Object.entries(json).map(([key, each]) => [key, inlineParts(each, components)]),
  )
}

function describeOperation(name: string, operation: JsonObject, common: Answers): string {
  const { responses, parameters, ...rest } = operation
  const answers = Object.entries(objectOf(responses))
  const own = answers.filter(([status]) => !common.has(status))
  return [
    name,
    ...lines(rest),
    ...[parameters].flat().flatMap((parameter) => describeParameter(objectOf(parameter))),
    `  answers ${answers.map(([status]) => status).join(' ')}`,
    ...lines(Object.fromEntries(own), 2),
  ].join('\n')
}

type Answers = ReadonlyMap<string, Json>

/** Statuses that are described in the same way wherever they occur are described once. */
function commonAnswers(all: readonly JsonObject[]): Answers {
  const texts = new Map<string, Set<string>>()
  const answers = all.flatMap((responses) => Object.entries(responses))
  for (const [status, answer] of answers) {
    texts.set(status, (texts.get(status) ?? new Set()).add(JSON.stringify(answer)))
  }
  return new Map(answers.filter(([status]) => texts.get(status)?.size === 1))
}

function describeParameter({ name, schema, ...rest }: JsonObject): string[] {
  return [`  parameter ${compact(name ?? null)}`, ...lines({ ...objectOf(schema), ...rest }, 2)]
}

function namedSections(kind: string, named: JsonObject): string[] {
  return Object.entries(named).map(([name, value]) =>
    [`${kind} ${name}`, ...lines(value)].join('\n'),
  )
}

/**
 * Describes constants and schemas that modules export; functions have tests of their own. What is described elsewhere
 * (`schema Lap`, or another export) stands as its name.
 */
async function describeModules(): Promise<string> {
  const nameOf = new Map(
    Object.entries({ ...BODIES, ...ANSWERS }).map(([name, schema]) => [
      JSON.stringify(toJson(schema)),
      name,
    ]),
  )
  const described: { readonly name: string; readonly json: Json }[] = []
  for (const file of listModules()) {
    const module: Record<string, unknown> = await import(join(SOURCES, file))
    for (const [exported, value] of Object.entries(module)) {
      const json = toJson(value)
      const text = JSON.stringify(json)
      if (json === undefined || nameOf.has(text) || isEndpointTable(value)) continue
      const name = `${file.replace(/\.ts$/, '')} ${exported}`
      described.push({ name, json })
      if (typeof json === 'object' && text.length >= NAMED_LENGTH_MIN) nameOf.set(text, name)
    }
  }
  const refer = (json: Json): Json => nameOf.get(JSON.stringify(json)) ?? referWithin(json, refer)
  const texts = described.map(({ name, json }) =>
    [name, ...lines(referWithin(json, refer))].join('\n'),
  )
  return sections(texts.toSorted())
}

const NAMED_LENGTH_MIN = 60

function listModules(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCES }).map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => !/\.test\.ts$|^openapi\//.test(file)).toSorted()
}

function referWithin(json: Json, refer: (part: Json) => Json): Json {
  if (Array.isArray(json)) return json.map((part: Json) => refer(part))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, refer(part)]))
}

function isEndpointTable(value: unknown): boolean {
  const all = new Set<unknown>(allEndpoints())
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => all.has(one))
  )
}

/** Describes by example what the live stream and the stream of recorders are on the wire. */
function describeMessages(): string {
  const columns = COLUMNS.map(({ name, scale }) => `  ${name}: ${scale}`)
  const bytes = new Uint8Array([1, 2, 3])
  const atMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
  const frames = {
    ping: encodeFrame(FrameType.Ping),
    finish: encodeJsonFrame(FrameType.Finish, { lastNumber: 7, endsSession: true }),
    datagram: encodeDatagram({ number: 258, atMs, bytes }),
    acknowledgement: encodeAcknowledgement(258),
  }
  const hex = Object.entries(frames).map(
    ([name, frame]) => `  ${name}: ${Buffer.from(frame).toString('hex')}`,
  )
  const [before, after] = [aLiveSession(0), aLiveSession(1)]
  const delta = encodeDelta(before, after, 1_000)
  return sections([
    ['columns of the live stream, in their order, with steps per unit', ...columns].join('\n'),
    ['a delta in which every column and a field beside them changes', ...lines(plain(delta))].join(
      '\n',
    ),
    ['frames of the stream of recorders', ...hex].join('\n'),
  ])
}

/** Every column of the car differs by another amount between two steps. */
function aLiveSession(step: number): LiveSession {
  const session = Parse(LiveSession, leastValueOf(plain(LiveSession)))
  const driver = { ...Parse(Driver, leastValueOf(plain(Driver))) }
  driver.velocity = { x: 1, y: 2, z: 3 }
  driver.livePosition = { x: 1, y: 2, z: 3 }
  for (const [index, column] of COLUMNS.entries()) column.write(driver, step * (index + 1) * 3)
  return {
    ...session,
    version: step,
    drivers: [driver],
    sessionTimeMs: step * 100,
    trackTemp: 30 + step,
  }
}

/** Returns the least value of a schema of our documents: empty lists and texts, the first of several kinds. */
function leastValueOf(schema: JsonObject): Json {
  const { anyOf, enum: values, type, properties, required, minItems, items } = schema
  if ('const' in schema) return schema['const'] ?? null
  if (Array.isArray(anyOf)) return leastValueOf(objectOf(anyOf[0]))
  if (Array.isArray(values)) return values[0] ?? null
  if (type === 'object') {
    const names = Array.isArray(required) ? required.map(String) : []
    const of = objectOf(properties)
    return Object.fromEntries(names.map((name) => [name, leastValueOf(objectOf(of[name]))]))
  }
  if (type === 'array') {
    return Array.from({ length: Number(minItems ?? 0) }, () => leastValueOf(objectOf(items)))
  }
  if (type === 'string') return leastText(schema)
  if (type === 'boolean') return false
  return type === 'null' ? null : Number(schema['minimum'] ?? 0)
}

function leastText({ format, pattern }: JsonObject): string {
  if (format === 'uuid') return '01900000-0000-7000-8000-000000000001'
  if (format === 'date-time') return '2026-01-02T03:04:05.006Z'
  if (typeof pattern === 'string' && pattern.includes('#')) return '#ff0000'
  return ''
}

function sections(texts: readonly string[]): string {
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}

function plain(value: unknown): JsonObject {
  return objectOf(toJson(value) ?? null)
}

/** Returns undefined for what JSON can't hold, as functions, and for what only people read. */
function toJson(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof RegExp) return String(value)
  if (value instanceof Set || value instanceof Map) return toJson([...value])
  if (Array.isArray(value)) return value.map((one: unknown) => toJson(one) ?? null)
  if (typeof value !== 'object') return undefined
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const json = FOR_PEOPLE.has(key) && typeof one !== 'object' ? undefined : toJson(one)
    return json === undefined || key === 'examples' || key === 'x-enum-varnames'
      ? []
      : [[key, json] as const]
  })
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function objectOf(value: Json | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value))
}

const LINE_MAX = 110

/** Writes a line where it fits, else a line for each member; a long text has no members and stays one line. */
function lines(value: Json, depth = 1): string[] {
  const indent = '  '.repeat(depth)
  const short = compact(value)
  const single = typeof value !== 'object' || value === null
  if (single || (short.length + indent.length <= LINE_MAX && !short.includes('{')))
    return [`${indent}${short}`]
  if (Array.isArray(value)) {
    return value.flatMap((one: Json) => {
      const [first = '', ...rest] = lines(one, depth + 1)
      return [`${indent}- ${first.trimStart()}`, ...rest]
    })
  }
  return Object.entries(objectOf(value)).flatMap(([key, one]) => {
    const text = compact(one)
    const line = `${indent}${key}: ${text}`
    return line.length <= LINE_MAX ? [line] : [`${indent}${key}:`, ...lines(one, depth + 1)]
  })
}

function compact(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((one: Json) => compact(one)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${key}: ${compact(one)}`)
  return `{ ${members.join(', ')} }`
}
