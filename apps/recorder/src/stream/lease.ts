import { ApiException } from '@pitboard/contract/wire/client'
import { liveSessions, TcpLease, UdpLease } from '@pitboard/contract/live/live'
import { Value } from 'typebox/value'
import { Failure } from '../failure.ts'
import { createServerClient, describeNoAnswer } from './proxy.ts'

const REGISTER_TIMEOUT_MS = 10_000

export interface Target {
  /** It is "https://pitboard.example", without a slash at its end. */
  readonly server: string
  readonly user: string
  readonly key: string
}

/** The server cannot be reached at the moment: another try may help. */
export class ServerUnavailable extends Error {}

/** Leases a stream. Throws `Away`, or a `Failure` that no retry can cure. */
export async function registerTcp(target: Target): Promise<TcpLease> {
  const lease = await register(target, true)
  if (Value.Check(TcpLease, lease)) return lease
  throw createNotPitboardFailure(target.server)
}

/** Leases a UDP port. It throws as `registerTcp` does. */
export async function registerUdp(target: Target): Promise<UdpLease> {
  const lease = await register(target, false)
  if (Value.Check(UdpLease, lease)) return lease
  throw createNotPitboardFailure(target.server)
}

async function register({ server, user, key }: Target, useTcp: boolean): Promise<unknown> {
  const call = createServerClient(server)
  try {
    return await call(liveSessions.register, {
      params: { id: user },
      query: { key, useTcp },
      signal: AbortSignal.timeout(REGISTER_TIMEOUT_MS),
    })
  } catch (error) {
    if (error instanceof SyntaxError) throw createNotPitboardFailure(server)
    if (error instanceof ApiException) throw toError(server, error)
    if (error instanceof Failure) throw error
    throw new ServerUnavailable(describeNoAnswer(server, error))
  }
}

function toError(server: string, { status, result }: ApiException): Error {
  if (status === 401 || status === 403) {
    return new Failure(
      `${server} does not accept this user and key`,
      'Copy --user and --key from the recorder section of the dashboard settings; a revoked key needs a new one.',
    )
  }
  const detail = result?.detail ?? result?.title ?? `status ${status}`
  if (status === 429 || status >= 500) return new ServerUnavailable(`${server} is busy: ${detail}`)
  if (status === 404 || status === 405) return createNotPitboardFailure(server)
  return new Failure(
    `${server} refused to register: ${detail}`,
    'Check --server, --user and --key.',
  )
}

function createNotPitboardFailure(server: string): Failure {
  return new Failure(
    `${server} does not answer as a Pitboard server`,
    'Check --server: the address you open Pitboard at in the browser.',
  )
}
