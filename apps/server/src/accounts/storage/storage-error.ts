import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { BusyError } from '../../platform/diagnostics/errors.ts'
import { FileStoreError } from '../../platform/files/file-store.ts'
import { serverBusy } from '../../platform/http/problems.ts'
import { AuthError } from '../auth/http/auth-error.ts'

const KINDS = {
  NoSuchBucket: { status: 404, error: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate' },
  InvalidKey: { status: 400, error: 'InvalidKey' },
  InvalidMimeType: { status: 415, error: 'invalid_mime_type' },
  InvalidRequest: { status: 400, error: 'invalid_request' },
  InvalidSignature: { status: 400, error: 'InvalidSignature' },
  InvalidJWT: { status: 403, error: 'Unauthorized' },
  AccessDenied: { status: 403, error: 'Unauthorized' },
  EntityTooLarge: { status: 413, error: 'Payload too large' },
  SlowDown: { status: 429, error: 'Too Many Requests' },
  ServerBusy: { status: 503, error: 'Service Unavailable' },
  InternalError: { status: 500, error: 'Internal' },
} as const

/** The failure has the storage protocol's shape: nearly always HTTP 400 (PROTOCOL §10). */
export class StorageError extends Error {
  readonly code: keyof typeof KINDS

  constructor(code: keyof typeof KINDS, message: string) {
    super(message)
    this.name = 'StorageError'
    this.code = code
  }
}

export function objectNotFound(): StorageError {
  return new StorageError('NoSuchKey', 'Object not found')
}

export function objectExists(): StorageError {
  return new StorageError('KeyAlreadyExists', 'The resource already exists')
}

export function accessDenied(): StorageError {
  return new StorageError('AccessDenied', 'new row violates row-level security policy')
}

export function sendStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, message } = toStorageError(error)
  const { status, error: name } = KINDS[code]
  if (error instanceof BusyError) void reply.headers(serverBusy().headers)
  if ((status >= 500 && status !== 503) || error instanceof FileStoreError)
    request.log.error({ err: error }, 'request failed')
  return reply
    .code(status >= 500 ? status : 400)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ statusCode: String(status), error: name, message, code }))
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof BusyError || error instanceof FileStoreError)
    return new StorageError('ServerBusy', serverBusy().detail)
  if (error instanceof AuthError) return new StorageError('InvalidJWT', error.message)
  // The database can't hold such a text.
  if (error instanceof DatabaseError && error.code?.startsWith('22')) {
    return new StorageError('InvalidRequest', error.message)
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode === 413) {
      return new StorageError('EntityTooLarge', 'The object exceeded the maximum allowed size')
    }
    if (error.statusCode < 500) return new StorageError('InvalidRequest', error.message)
  }
  const message = 'The server could not answer. The failure has been logged.'
  return new StorageError('InternalError', message)
}
