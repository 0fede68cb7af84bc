import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { AppContext } from '../../context.ts'
import type { ObjectPath } from './buckets.ts'
import { StorageError } from './storage-error.ts'

const Permission = Type.Object({
  may: Type.Enum(['read', 'upload']),
  bucket: Type.String(),
  path: Type.String(),
  /** The upload belongs to this user. */
  ownerId: Type.Union([Type.String(), Type.Null()]),
  upsert: Type.Boolean(),
  /** The time is in Unix seconds. */
  until: Type.Integer(),
})
type Permission = Static<typeof Permission>

/** Signs a permission for the holder of the token. It is not an access token and opens nothing else. */
export function signPermission(context: AppContext, permission: Permission): string {
  const text = Buffer.from(JSON.stringify(permission)).toString('base64url')
  return `${text}.${signatureOf(context, text).toString('base64url')}`
}

/** Throws where the token is not ours, not for this, or too old. */
export function checkPermission(
  context: AppContext,
  token: string | undefined,
  may: Permission['may'],
  at: ObjectPath,
): Permission {
  const [text = '', signature = ''] = (token ?? '').split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(context, text)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badToken()
  const permission: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (!Value.Check(Permission, permission)) throw badToken()
  const isForThis = permission.bucket === at.bucket && permission.path === at.path
  if (permission.may !== may || !isForThis) throw badToken()
  if (permission.until * 1000 <= context.now().getTime()) {
    throw new StorageError('InvalidSignature', '"exp" claim timestamp check failed')
  }
  return permission
}

function badToken(): StorageError {
  return new StorageError('InvalidSignature', 'The signature is invalid')
}

function signatureOf({ keys }: AppContext, text: string): Buffer {
  return createHmac('sha256', keys.derive('storage permission')).update(text).digest()
}
