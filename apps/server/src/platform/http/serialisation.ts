import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { atFirstUse } from '../cache/lazy.ts'

const compile = SerializerSelector()()

/** Makes what writes the answers of a schema. */
export const compileSerialiser: FastifySerializerCompiler<TSchema> = ({
  httpStatus = '200',
  ...route
}) => compile({ ...route, httpStatus })

/** Nothing is compiled when the server starts: the tests compile the whole contract. */
export function registerSerialisation(app: FastifyInstance): void {
  app.setSerializerCompiler<TSchema>((route) => atFirstUse(() => compileSerialiser(route)))
}
