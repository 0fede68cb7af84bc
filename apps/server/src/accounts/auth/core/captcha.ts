import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { fetchBounded } from '../../../platform/http/bounded-fetch.ts'
import { AuthError } from '../http/auth-error.ts'
import type { AuthContext } from './auth-context.ts'
import { isServiceCaller } from './callers.ts'

/** This field of a body carries the captcha's answer; it is often empty. */
export const SECURITY_FIELD = {
  gotrue_meta_security: Type.Optional(
    Type.Object({ captcha_token: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  ),
}
type SecurityField = Static<typeof SECURITY_FIELD.gotrue_meta_security>

const WITHIN_MS = 8000

/** Does nothing where no captcha is configured. Throws a 400 `captcha_failed`. */
export async function checkCaptcha(
  auth: AuthContext,
  request: FastifyRequest,
  security: SecurityField | undefined,
): Promise<void> {
  const { authCaptchaUrl: url, authCaptchaSecret: secret } = auth.config
  if (url === null || secret === null) return
  if (await isServiceCaller(auth, request)) return
  const answer = security?.captcha_token ?? ''
  if (answer === '') throw failed('request disallowed (no captcha_token found)')
  const form = new URLSearchParams({ secret, response: answer, remoteip: request.ip })
  const result = await ask(url, form).catch((error: unknown) => {
    auth.log.warn({ err: error }, 'the captcha service does not answer')
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
  })
  if (!isSuccess(result)) throw failed('request disallowed')
}

async function ask(url: string, body: URLSearchParams): Promise<unknown> {
  const response = await fetchBounded(url, { method: 'POST', body }, WITHIN_MS)
  return response.json()
}

function isSuccess(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'success' in result && result.success === true
  )
}

function failed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: ${reason}`)
}
