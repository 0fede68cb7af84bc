import type { FastifyInstance } from 'fastify'
import { JsonError, readJson } from '../../platform/http/read-json.ts'
import { RestError } from './rest-error.ts'

const BODY_BYTES_MAX = 65_536

/** JSON whatever its type says; clients send an empty one with a type too. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const limit = { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX } as const
  app.addContentTypeParser<Buffer>('*', limit, (_request, bytes, done) => {
    if (bytes.toString().trim() === '') {
      done(null, undefined)
      return
    }
    try {
      done(null, readJson(bytes))
    } catch (error) {
      done(new RestError(400, 'PGRST102', messageOf(error)))
    }
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof JsonError) || error.kind === 'syntax') return 'Empty or invalid json'
  return error.path === ''
    ? `The json ${error.message}`
    : `"${error.path.slice(1).replaceAll('\0', '')}" ${error.message}`
}
