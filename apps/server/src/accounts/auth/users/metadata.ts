import { AuthError } from '../http/auth-error.ts'

type Metadata = Readonly<Record<string, unknown>>

/** It travels in every access token, and a request's headers have a limit. */
const BYTES_MAX = 4096

/** New keys join the old ones; a key that is null goes. Throws a 400 where it gets too much. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  const entries = Object.entries({ ...old, ...changes })
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(merged)) <= BYTES_MAX) return merged
  throw new AuthError(
    400,
    'validation_failed',
    `User metadata can have at most ${BYTES_MAX} bytes of JSON`,
  )
}
