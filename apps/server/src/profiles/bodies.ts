import type { FastifyInstance } from 'fastify'
import { nestsTooDeep } from '../http/nesting.ts'
import { RestError } from './rest-error.ts'

/** JSON whatever its type says; clients send an empty one with a type too. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    if (text.toString().trim() === '') {
      done(null, undefined)
      return
    }
    if (nestsTooDeep(text.toString())) {
      done(new RestError(400, 'PGRST102', 'The json nests too deep'))
      return
    }
    try {
      done(null, JSON.parse(text.toString()))
    } catch {
      done(new RestError(400, 'PGRST102', 'Empty or invalid json'))
    }
  })
}
