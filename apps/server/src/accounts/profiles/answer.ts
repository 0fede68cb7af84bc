import type { FastifyReply } from 'fastify'
import { OBJECT } from './preferences.ts'
import { RestError } from './rest-error.ts'

/** Rows as an array, or the only one of them bare. Throws a 406 where it is not the only one. */
export function sendRows(reply: FastifyReply, rows: readonly object[], asObject: boolean) {
  if (!asObject) {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows))
  }
  checkSingle(rows)
  return reply.type(`${OBJECT}; charset=utf-8`).send(JSON.stringify(rows[0]))
}

export function checkSingle(rows: readonly object[]): void {
  if (rows.length === 1) return
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows.length} rows`,
  })
}

/** `0-4/25`: which rows of how many; a star for what is not known. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}
