import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import type { FlowState } from '../../../platform/db/auth-tables.ts'
import { invalid } from '../http/auth-error.ts'

export interface Challenge {
  readonly challenge: string
  readonly method: 's256' | 'plain'
}

/** The fields of a body or a query that ask for a code instead of tokens. */
export const CHALLENGE_FIELDS = {
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.String()),
}

/** Null where none is asked for. Throws a 400 for one that is not whole (PROTOCOL §7.2). */
export function readChallenge({
  code_challenge: challenge = '',
  code_challenge_method: methodText = '',
}: {
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}): Challenge | null {
  if (challenge === '' && methodText === '') return null
  if (challenge === '' || methodText === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  }
  const method = methodText.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid('code challenge method is not valid')
  return { challenge, method }
}

export function matchesVerifier(flow: FlowState, verifier: string): boolean {
  if (flow.code_challenge === null) return false
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const [a, b] = [Buffer.from(shown), Buffer.from(flow.code_challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
