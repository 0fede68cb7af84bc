import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { LeagueFields } from '@pitboard/contract/leagues/league'
import { EventFields, EventSessionFields, SeasonFields } from '@pitboard/contract/seasons/season'
import { openTestDatabase } from '@pitboard/server/testing/database'
import { sql } from 'kysely'
import { parseAst } from 'rolldown/parseAst'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** These give the type that a query selects as their first argument. */
const WRAPPERS = [
  'ColumnType',
  'Default',
  'Generated',
  'GeneratedAlways',
  'Json',
  'JsonDefault',
  'JSONColumnType',
]
/** PostgreSQL's types by what the types of the tables call them; others, such as unions of words, are not compared. */
const SQL_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['uuid', 'text', 'inet'],
  number: ['smallint', 'integer', 'bigint', 'real', 'double precision'],
  boolean: ['boolean'],
  Date: ['timestamp with time zone'],
  Buffer: ['bytea'],
}
/** Tables with a column for each field of an object of the contract (`FieldColumns`). */
const FIELDS: Readonly<Record<string, { readonly properties: object }>> = {
  league: LeagueFields,
  season: SeasonFields,
  season_event: EventFields,
  season_session: EventSessionFields,
}
/** Columns that only the database's own functions and indexes read. */
const UNTYPED = ['user.search_name']

interface TypedColumn {
  readonly isNullable: boolean
  readonly type: string | null
}

type Node = Readonly<Record<string, unknown>>

test('the types of the tables have the columns of the database, with their types and nulls', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { rows } = await sql<{
    name: string
    type: string
    isNullable: boolean
    isGenerated: boolean
  }>`
    select case table_schema when 'public' then '' else table_schema || '.' end
        || table_name || '.' || column_name as name,
      data_type as type, is_nullable = 'YES' as "isNullable", is_generated = 'ALWAYS' as "isGenerated"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
      and table_name not like 'kysely_%'`.execute(database.db)
  const typed = readTypedColumns()
  const stored = rows.filter(({ name }) => !UNTYPED.includes(name))
  assert.deepEqual([...typed.keys()].toSorted(), stored.map(({ name }) => name).toSorted())

  const wrong = stored.flatMap(({ name, type, isNullable, isGenerated }) => {
    const column = typed.get(name)
    const faults: string[] = []
    // PostgreSQL says of every generated column that it may be null.
    if (!isGenerated && column?.isNullable !== isNullable) faults.push(`nullable: ${isNullable}`)
    const allowed = column?.type ? SQL_TYPES[column.type] : undefined
    if (allowed?.includes(type) === false) faults.push(`${column?.type} is not ${type}`)
    return faults.map((fault) => `${name}: ${fault}`)
  })
  assert.deepEqual(wrong, [])
})

/** The columns of all tables that `Tables` names, by table and column. */
function readTypedColumns(): Map<string, TypedColumn> {
  const interfaces = readInterfaces()
  const columns = new Map<string, TypedColumn>()
  for (const [table, reference] of membersOf('Tables', interfaces)) {
    for (const [name, field] of Object.entries(FIELDS[table]?.properties ?? {})) {
      const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      columns.set(`${table}.${column}`, readField({ ...field }))
    }
    for (const [column, type] of membersOf(nameOf(reference) ?? '', interfaces)) {
      columns.set(`${table}.${column}`, readColumn(type))
    }
  }
  return columns
}

function readField(schema: Node): TypedColumn {
  const parts = nodesOf(schema['anyOf'])
  const [only, ...others] = parts.filter(({ type }) => type !== 'null')
  if (only) {
    const { type } = others.length === 0 ? readField(only) : { type: null }
    return { isNullable: others.length + 1 < parts.length, type }
  }
  const type = schema['type'] === 'integer' ? 'number' : String(schema['type'])
  return { isNullable: false, type: type in SQL_TYPES ? type : null }
}

function readInterfaces(): Map<string, Node> {
  const interfaces = new Map<string, Node>()
  for (const file of globSync('apps/server/src/**/*tables.ts', { cwd: ROOT })) {
    const { body } = parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang: 'ts' })
    for (const statement of nodesOf(body)) {
      const declaration = nodeOf(statement['declaration']) ?? statement
      if (declaration['type'] !== 'TSInterfaceDeclaration') continue
      interfaces.set(String(nodeOf(declaration['id'])?.['name']), declaration)
    }
  }
  return interfaces
}

/** Property names with their types, those of the interfaces it extends included. */
function membersOf(name: string, interfaces: ReadonlyMap<string, Node>): [string, Node][] {
  const declaration = interfaces.get(name)
  assert.ok(declaration, `the interface ${name} is in a file named "tables"`)
  const inherited = nodesOf(declaration['extends'])
    .map((base) => String(nodeOf(base['expression'])?.['name']))
    .filter((base) => base !== 'FieldColumns')
    .flatMap((base) => membersOf(base, interfaces))
  const own = nodesOf(nodeOf(declaration['body'])?.['body']).map((member): [string, Node] => {
    const key = nodeOf(member['key'])
    const type = nodeOf(nodeOf(member['typeAnnotation'])?.['typeAnnotation'])
    assert.ok(type)
    return [String(key?.['name'] ?? key?.['value']), type]
  })
  return [...inherited, ...own]
}

function readColumn(type: Node): TypedColumn {
  const name = nameOf(type)
  if (name !== null && WRAPPERS.includes(name)) {
    const [selected] = nodesOf(nodeOf(type['typeArguments'])?.['params'])
    const column = selected ? readColumn(selected) : { isNullable: false, type: null }
    return name.toLowerCase().startsWith('json') ? { ...column, type: null } : column
  }
  if (type['type'] === 'TSUnionType') {
    const parts = nodesOf(type['types'])
    const rest = parts.filter((part) => part['type'] !== 'TSNullKeyword')
    const [only] = rest
    return {
      isNullable: rest.length < parts.length,
      type: rest.length === 1 && only ? readColumn(only).type : null,
    }
  }
  const keyword = /^TS(String|Number|Boolean)Keyword$/.exec(String(type['type']))?.[1]
  return { isNullable: false, type: keyword?.toLowerCase() ?? name }
}

/** The name of a type that is referred to. */
function nameOf(type: Node): string | null {
  if (type['type'] !== 'TSTypeReference') return null
  return String(nodeOf(type['typeName'])?.['name'])
}

function nodeOf(value: unknown): Node | null {
  return typeof value === 'object' && value !== null ? { ...value } : null
}

function nodesOf(value: unknown): Node[] {
  if (!Array.isArray(value)) return []
  return value.map(nodeOf).filter((node) => node !== null)
}
