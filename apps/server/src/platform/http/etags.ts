import { createHash } from 'node:crypto'
import type { HistoryChange } from '@pitboard/contract/wire/history'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

type Headed = Pick<FastifyRequest, 'headers'>

/** RFC 9110 defines a list of tags in quotes, with an optional `W/` before each. */
const TAGS = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*$/

/**
 * Reads the tags of `If-Match` without quotes and without their weakness: there is one stored document, however it is
 * sent, and a proxy that compresses an answer makes its tag weak. Returns null without the header and for `*`. Throws a
 * 400 if the value is not a list of tags: a 412 would say that the document has changed.
 */
export function readIfMatch({ headers }: Headed): string[] | null {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return null
  if (!TAGS.test(header)) {
    throw new ApiError(400, 'If-Match must be * or tags in quotes, as the header ETag has them.')
  }
  return Array.from(header.matchAll(/"([^"]*)"/g), ([, tag = '']) => tag)
}

/** Throws a 412 where `If-Match` names another document than the stored one. */
export function checkIfMatch(etag: string | null, wanted: readonly string[] | null): void {
  if (wanted === null || (etag !== null && wanted.includes(etag))) return
  throw new ApiError(412, 'It was changed since you read it.')
}

/**
 * Reads from `If-Match` the versions that a change may start from; returns null without one. Only the version of a tag
 * counts: for a change of a season it does not matter that a session was filled since.
 */
export function readIfMatchVersions(request: Headed): number[] | null {
  const tags = readIfMatch(request)
  if (tags === null) return null
  return tags.flatMap((tag) => {
    const [, version] = /^(\d{1,9})(?:\.[\w-]*)?$/.exec(tag) ?? []
    return version === undefined ? [] : [Number(version)]
  })
}

/** Returns the tag of a content: 162 bits of its hash, without quotes. */
export function contentTag(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 27)
}

/** Returns the tag without quotes: the version, and what else the answer is made of. */
export function versionTag(version: number, text: string): string {
  return `${version}.${contentTag(text)}`
}

/** Sets the version of an answer that is not the whole document. */
export function setVersionTag(
  reply: FastifyReply,
  { version }: { readonly version: number },
): void {
  reply.header('etag', `"${version}"`)
}

/** Returns true if the caller has this version: then the reply is a 304 that only has to be sent. */
export function setAnswerTag(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.headers({ etag: `"${tag}"`, vary: 'authorization' })
  // The route has set it already if the answer is for one user alone.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  if (!readIfNoneMatch(request).includes(tag)) return false
  reply.code(304)
  return true
}

/** Creates a 412 with the changes that the caller has not seen. */
export function versionConflict(version: number, changes: HistoryChange[]): ApiError {
  const [newest] = changes
  const who = newest ? ` The last change is "${newest.action}" by ${newest.authorName}.` : ''
  return new ApiError(412, `It was changed since you read it.${who}`, {
    headers: { etag: `"${version}"` },
    more: { changes },
  })
}

/** Reads the tags of `If-None-Match`, weak or strong, without their quotes. */
export function readIfNoneMatch(request: FastifyRequest): string[] {
  const header = request.headers['if-none-match'] ?? ''
  return Array.from(header.matchAll(/"([^"]*)"/g), ([, tag = '']) => tag)
}
