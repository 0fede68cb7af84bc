import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { allowOtherOrigins } from '../../platform/http/headers.ts'
import { callerOfKey } from '../access/api-key-caller.ts'
import type { Caller } from '../access/caller.ts'
import { registerApiKey } from '../access/api-key-caller.ts'
import { checkSchema, readPreferences, registerBodies, wantsObject } from './profile-fields.ts'
import {
  countProfiles,
  insertProfile,
  listProfiles,
  type ProfileWrite,
  readProfile,
  unknownColumn,
  updateProfiles,
} from './read-profile.ts'
import { readQuery } from './read-query.ts'
import { isProfileColumn } from './columns.ts'
import { checkSingle, contentRange, RestError, sendRestError, sendRows } from './rest-error.ts'

const ROWS_WRITTEN_MAX = 100

/** `/rest/v1/profiles` speaks the dialect of PostgREST for the public side of users (PROTOCOL §9). */
export async function registerProfiles(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(
    async (scope) => {
      allowOtherOrigins(scope)
      registerApiKey(scope, context.keys)
      registerBodies(scope)
      scope.setErrorHandler(sendRestError)
      scope.setNotFoundHandler((request, reply) => sendRestError(noTable(request), request, reply))
      addReading(scope, context)
      addWriting(scope, context)
    },
    { prefix: '/rest/v1' },
  )
}

function addReading(app: FastifyInstance, context: AppContext): void {
  app.get('/profiles', async (request, reply) => {
    checkSchema(request.headers)
    const asObject = wantsObject(request.headers)
    const query = readQuery(parametersOf(request), request.headers.range)
    // Profiles are public; an expired token is refused all the same.
    await callerOfKey(context, request)
    const { counts } = readPreferences(request.headers)
    const [rows, total] = await Promise.all([
      listProfiles(context.db, query),
      counts ? countProfiles(context.db, query) : null,
    ])
    if (total !== null && query.offset > 0 && query.offset >= total) {
      reply.header('content-range', contentRange(0, 0, total))
      throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
        details: `An offset of ${query.offset} was requested, but there are only ${total} rows.`,
      })
    }
    reply.header('content-range', contentRange(query.offset, rows.length, total))
    reply.header('cache-control', 'no-cache')
    if (total !== null && rows.length < total) reply.code(206)
    if (asObject) reply.code(200)
    return sendRows(reply, rows, asObject)
  })
}

function addWriting(app: FastifyInstance, context: AppContext): void {
  const { db, publicUrl } = context

  app.patch('/profiles', async (request, reply) => {
    checkSchema(request.headers)
    const asObject = wantsObject(request.headers)
    const { returnsRows, counts } = readPreferences(request.headers)
    const query = readQuery(parametersOf(request), undefined)
    const ownerId = writerOf(await callerOfKey(context, request))
    if (query.filters.length === 0) {
      throw new RestError(400, '21000', 'UPDATE requires a WHERE clause')
    }
    const write = readProfile(request.body, ownerId, publicUrl())
    if (ownerId !== null && write.id !== undefined && write.id !== ownerId) throw notYours()
    const rows = await db.transaction().execute(async (transaction) => {
      const updated = await updateProfiles(transaction, query, ownerId, write)
      if (asObject && returnsRows) checkSingle(updated)
      return updated
    })
    reply.header('content-range', contentRange(0, rows.length, counts ? rows.length : null))
    return returnsRows ? sendRows(reply, rows, asObject) : reply.code(204).send()
  })

  app.post('/profiles', async (request, reply) => {
    checkSchema(request.headers)
    const asObject = wantsObject(request.headers)
    const { returnsRows, counts, onConflict } = readPreferences(request.headers)
    const parameters = parametersOf(request)
    checkInsertParameters(parameters)
    const query = readQuery(
      new URLSearchParams({ select: parameters.get('select') ?? '*' }),
      undefined,
    )
    const ownerId = writerOf(await callerOfKey(context, request))
    const writes = readBody(request.body, ownerId, publicUrl())
    const rows = await db.transaction().execute(async (transaction) => {
      const inserted = []
      for (const write of writes) {
        inserted.push(await insertProfile(transaction, query, write, onConflict))
      }
      const rows = inserted.filter((row) => row !== undefined)
      if (asObject && returnsRows) checkSingle(rows)
      return rows
    })
    reply.header('content-range', contentRange(0, 0, counts ? rows.length : null)).code(201)
    return returnsRows ? sendRows(reply, rows, asObject) : reply.send()
  })

  app.delete('/profiles', async (request) => {
    const caller = await callerOfKey(context, request)
    // A profile goes with its account.
    throw new RestError(
      caller.kind === 'anon' ? 401 : 403,
      '42501',
      'permission denied for table profiles',
    )
  })
}

function readBody(body: unknown, ownerId: string | null, publicUrl: string) {
  const items: unknown[] = Array.isArray(body) ? body : [body]
  if (items.length > ROWS_WRITTEN_MAX) {
    throw new RestError(400, 'PGRST102', `more than ${ROWS_WRITTEN_MAX} rows`)
  }
  return items.map((item) => withId(readProfile(item, ownerId, publicUrl), ownerId))
}

function withId(write: ProfileWrite, ownerId: string | null): ProfileWrite & { id: string } {
  const id = write.id ?? ownerId
  if (id === null) {
    const message = 'null value in column "id" of relation "profiles" violates not-null constraint'
    throw new RestError(400, '23502', message)
  }
  if (ownerId !== null && id !== ownerId) throw notYours()
  return { ...write, id }
}

function checkInsertParameters(parameters: URLSearchParams): void {
  const target = parameters.get('on_conflict') ?? 'id'
  if (target !== 'id') {
    const message =
      'there is no unique or exclusion constraint matching the ON CONFLICT specification'
    throw new RestError(400, '42P10', message)
  }
  const columns = parameters.get('columns')?.replaceAll('"', '').split(',') ?? []
  const unknown = columns.find((name) => !isProfileColumn(name))
  if (unknown !== undefined) throw unknownColumn(unknown)
}

/** Returns the user for whom the caller may write; null for everyone. Throws a 401 for anonymous callers. */
function writerOf(caller: Caller): string | null {
  if (caller.kind === 'user') return caller.userId
  if (caller.kind === 'service') return null
  throw new RestError(401, '42501', 'permission denied for table profiles')
}

function notYours(): RestError {
  const message = 'new row violates row-level security policy for table "profiles"'
  return new RestError(403, '42501', message)
}

function parametersOf({ url }: FastifyRequest): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start))
}

function noTable({ url }: FastifyRequest): RestError {
  const [, kind, name = ''] = /^\/rest\/v1\/(rpc\/)?([^/?]*)/.exec(url) ?? []
  const shown = name.slice(0, 63)
  if (kind !== undefined) {
    const message = `Could not find the function public.${shown} in the schema cache`
    return new RestError(404, 'PGRST202', message)
  }
  return new RestError(
    404,
    'PGRST205',
    `Could not find the table 'public.${shown}' in the schema cache`,
  )
}
