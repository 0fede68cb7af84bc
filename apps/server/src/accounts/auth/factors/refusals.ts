import { AuthError } from '../http/auth-error.ts'

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** 403 where something is added, 422 where it is taken away (PROTOCOL §4). */
export function insufficientAal(status: 403 | 422, message: string): AuthError {
  return new AuthError(status, 'insufficient_aal', message)
}

export function verificationFailed(message: string): AuthError {
  return new AuthError(422, 'mfa_verification_failed', message)
}

export function soleRecoveryCodes(message: string): AuthError {
  return new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
}
