import { Secret, TOTP } from 'otpauth'
import type { ClientVersion } from '../../../testing/clients.ts'
import { type AuthServer, openAuthClient, sessionOf, signUpConfirmed } from './auth.fixture.ts'

type Auth = ReturnType<typeof openAuthClient>

export const EMAIL = 'driver@club.example'
export const PASSWORD = 'correct horse'

/** Returns what an authenticator app shows at this moment of the server's clock. */
export function codeOf({ clock }: AuthServer, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime(),
  })
}

/** Returns six digits that the app shows at no moment near. */
export function wrongCodeOf(server: AuthServer, secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const at = server.clock.now().getTime()
  const near = [-30_000, 0, 30_000].map((ms) => totp.generate({ timestamp: at + ms }))
  return ['000000', '000001', '000002', '000003'].find((code) => !near.includes(code)) ?? ''
}

export interface Totp {
  readonly factorId: string
  readonly secret: string
}

export async function enrolTotp(auth: Auth, friendlyName = 'Phone'): Promise<Totp> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret }
}

/** Shows the factor; a code counts once, so the clock goes on to the next. */
export async function showTotp(server: AuthServer, auth: Auth, { factorId, secret }: Totp) {
  server.clock.pass(30)
  return auth.mfa.challengeAndVerify({ factorId, code: codeOf(server, secret) })
}

/** Creates an account with an authenticator app, and a client that has verified it. */
export async function openTwoFactorAccount(server: AuthServer, version: ClientVersion) {
  const account = await signUpConfirmed(server, version, { email: EMAIL, password: PASSWORD })
  const totp = await enrolTotp(account.auth)
  const { error } = await showTotp(server, account.auth, totp)
  if (error) throw error
  return { auth: account.auth, userId: account.userId, totp }
}

/** Opens another client, which is signed in by password alone. */
export async function signInAgain(server: AuthServer, version: ClientVersion) {
  const auth = openAuthClient(version, server)
  const answer = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  return { auth, ...sessionOf(answer) }
}
