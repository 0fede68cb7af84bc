import { ApiException, createClient } from '@pitboard/contract/client'
import { Lease, liveSessions } from '@pitboard/contract/live'
import { Value } from 'typebox/value'
import { errorCode, errorText, Failure } from '../failure.ts'

const REGISTER_TIMEOUT_MS = 10_000

export interface Target {
  /** "https://pitboard.example", without a slash at its end. */
  readonly server: string
  readonly user: string
  readonly key: string
}

/** The server or the way to it is away for now: worth another try. */
export class Away extends Error {}

/** Leases a stream (TCP) or a port (UDP). Throws `Away`, or a `Failure` that no retry can cure. */
export async function register({ server, user, key }: Target, useTcp: boolean): Promise<Lease> {
  const call = createClient({ baseUrl: server })
  try {
    const lease: unknown = await call(liveSessions.register, {
      params: { id: user },
      query: { key, useTcp },
      signal: AbortSignal.timeout(REGISTER_TIMEOUT_MS),
    })
    if (Value.Check(Lease, lease)) return lease
    throw notPitboard(server)
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw notPitboard(server)
    if (error instanceof ApiException) throw refusal(server, error)
    throw new Away(`${server} cannot be reached (${errorCode(error) ?? errorText(error)})`)
  }
}

function refusal(server: string, { status, result }: ApiException): Error {
  if (status === 401 || status === 403) {
    return new Failure(
      `${server} does not accept this user and key`,
      'Copy --user and --key from the recorder section of the dashboard settings; a revoked key needs a new one.',
    )
  }
  const detail = result?.detail ?? result?.title ?? `status ${status}`
  if (status === 429 || status >= 500) return new Away(`${server} is busy: ${detail}`)
  if (status === 404 || status === 405) return notPitboard(server)
  return new Failure(
    `${server} refused to register: ${detail}`,
    'Check --server, --user and --key.',
  )
}

function notPitboard(server: string): Failure {
  return new Failure(
    `${server} does not answer as a Pitboard server`,
    'Check --server: the address you open Pitboard at in the browser.',
  )
}
