import { createHash } from 'node:crypto'
import { fetchBounded } from '../../../platform/http/bounded-fetch.ts'
import type { AuthContext } from '../core/auth-context.ts'
import { AuthError, invalid } from '../http/auth-error.ts'

export const BYTES_MAX = 72
const PWNED_WITHIN_MS = 3000

interface Weakness {
  readonly reasons: readonly string[]
  readonly message: string
}

/** Throws a 400 for a password that can't be, and a 422 that says why one is too weak. */
export async function checkPassword(auth: AuthContext, password: string): Promise<void> {
  if (Buffer.byteLength(password) > BYTES_MAX) {
    throw invalid(`Password cannot be longer than ${BYTES_MAX} characters`)
  }
  const weakness = await findWeakness(auth, password)
  if (weakness === null) return
  const { reasons, message } = weakness
  throw new AuthError(422, 'weak_password', message, { weakPasswordReasons: reasons })
}

/** Returns null where the password is strong enough. */
export async function findWeakness(auth: AuthContext, password: string): Promise<Weakness | null> {
  const { authPasswordMinLength: min, authPasswordCharacters: sets } = auth.config
  const found: [reason: string, message: string][] = []
  if (Buffer.byteLength(password) < min) {
    found.push(['length', `Password should be at least ${min} characters.`])
  }
  if (!sets.every((set) => Array.from(set).some((character) => password.includes(character)))) {
    const message = `Password should contain at least one character of each: ${sets.join(', ')}.`
    found.push(['characters', message])
  }
  if (found.length === 0 && (await isPwned(auth, password))) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    found.push(['pwned', message])
  }
  if (found.length === 0) return null
  return {
    reasons: found.map(([reason]) => reason),
    message: found.map(([, message]) => message).join(' '),
  }
}

/** The service learns five digits of the hash. While it does not answer, passwords pass. */
async function isPwned({ config, log }: AuthContext, password: string): Promise<boolean> {
  if (config.authPwnedUrl === null) return false
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetchBounded(
      config.authPwnedUrl + digest.slice(0, 5),
      { headers: { 'add-padding': 'true' } },
      PWNED_WITHIN_MS,
    )
    if (!response.ok) throw new Error(`status ${response.status}`)
    const lines = (await response.text()).split(/\r?\n/)
    return lines.some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === digest.slice(5) && count !== '0'
    })
  } catch (error) {
    log.warn({ err: error }, 'leaked passwords could not be asked for')
    return false
  }
}
