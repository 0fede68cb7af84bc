import { authRequest, field } from './auth-request.ts'
import { takeSession } from './second-factor.ts'

/** A set of recovery codes is a factor of this kind. */
export const RECOVERY_CODES = 'recovery_code'

/** Creates new codes, which the service shows only now; older ones become invalid. */
export async function makeRecoveryCodes(hasCodes: boolean): Promise<string[]> {
  const path = hasCodes ? 'factors/recovery-codes/regenerate' : 'factors/recovery-codes'
  const codes = field(await authRequest('POST', path), 'codes')
  return Array.isArray(codes) ? codes.map(String) : []
}

export async function countRecoveryCodes(): Promise<{ total: number; remaining: number }> {
  const answer = await authRequest('GET', 'factors/recovery-codes')
  return { total: Number(field(answer, 'total')), remaining: Number(field(answer, 'remaining')) }
}

/** Shows one of them in the place of another factor; it works once. */
export async function showRecoveryCode(code: string): Promise<void> {
  await takeSession(await authRequest('POST', 'factors/recovery-codes/verify', { code }))
}
