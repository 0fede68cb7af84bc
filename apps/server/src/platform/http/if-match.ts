import { ApiError } from '../diagnostics/errors.ts'

/**
 * Throws a 412 where `If-Match` names another document than the stored one. Tags are compared without
 * their weakness: the stored document is one, however it is sent.
 */
export function checkTag(etag: string | null, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const wanted = Array.from(ifMatch.matchAll(/"([^"]*)"/g), ([, tag]) => tag)
  if (etag !== null && wanted.includes(etag)) return
  throw new ApiError(412, 'It was changed since you read it.')
}
