import type { SupabaseClient } from '@supabase/supabase-js'
import { accessToken, freshAccessToken } from '../access-token.ts'
import { signInService } from '../start-session.ts'

/** The sign-in service refused; `code` is the protocol's. */
export class AuthRequestError extends Error {
  override readonly name = 'AuthRequestError'
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Calls the sign-in library; rejects with the error that it answers with. */
export async function callAuth<Answer extends AuthAnswer>(
  request: (auth: SupabaseClient['auth']) => Promise<Answer>,
): Promise<Extract<Answer, { readonly error: null }>['data']> {
  const { client } = await signInService()
  const { data, error } = await request(client.auth)
  if (error) throw error
  return data
}

interface AuthAnswer {
  readonly data: unknown
  readonly error: Error | null
}

/** Sends calls of the protocol that the library does not have: second factors by security key and the like. */
export async function authRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const { server } = await signInService()
  await freshAccessToken()
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${accessToken() ?? server.anonKey}`,
      'x-supabase-api-version': '2024-01-01',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const code = field(answer, 'code')
  const message = field(answer, 'message')
  throw new AuthRequestError(
    response.status,
    typeof code === 'string' ? code : 'unknown',
    typeof message === 'string' ? message : response.statusText,
  )
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export function textField(value: unknown, name: string): string {
  const text = field(value, name)
  return typeof text === 'string' ? text : ''
}
