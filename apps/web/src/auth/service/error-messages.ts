import type { Text, PlainKey } from '../../messages/create-text.ts'

/** The codes of the sign-in service mean this to the one who reads them. */
const WORDS: Readonly<Record<string, PlainKey>> = {
  invalid_credentials: 'account.invalidCredentials',
  email_not_confirmed: 'account.emailNotConfirmed',
  phone_not_confirmed: 'account.emailNotConfirmed',
  email_address_invalid: 'account.emailInvalid',
  validation_failed: 'account.entryInvalid',
  user_already_exists: 'account.addressUnusable',
  email_exists: 'account.addressUnusable',
  same_password: 'account.samePassword',
  current_password_required: 'account.currentPasswordNeeded',
  current_password_invalid: 'account.currentPasswordWrong',
  reauthentication_not_valid: 'account.codeWrong',
  otp_expired: 'account.codeWrong',
  otp_disabled: 'account.codeWrong',
  flow_state_not_found: 'account.linkUsed',
  flow_state_expired: 'account.linkUsed',
  bad_code_verifier: 'account.linkOtherBrowser',
  bad_oauth_state: 'account.linkUsed',
  bad_oauth_callback: 'account.providerFailed',
  flow_state_already_used: 'account.linkUsed',
  access_denied: 'account.providerRefused',
  provider_email_needs_verification: 'account.providerUnverified',
  provider_disabled: 'account.providerOff',
  email_provider_disabled: 'account.providerOff',
  signup_disabled: 'account.signUpOff',
  user_banned: 'account.banned',
  session_not_found: 'account.sessionGone',
  session_expired: 'account.sessionGone',
  refresh_token_not_found: 'account.sessionGone',
  refresh_token_already_used: 'account.sessionGone',
  bad_jwt: 'account.sessionGone',
  user_not_found: 'account.sessionGone',
  insufficient_aal: 'account.secondFactorNeeded',
  mfa_verification_failed: 'account.codeWrong',
  mfa_challenge_expired: 'account.challengeExpired',
  mfa_ip_address_mismatch: 'account.challengeExpired',
  mfa_factor_not_found: 'account.factorGone',
  mfa_verified_factor_exists: 'account.factorThere',
  sms_send_failed: 'account.textFailed',
  mfa_factor_name_conflict: 'account.factorNameTaken',
  mfa_recovery_codes_sole_factor: 'account.recoveryCodesAlone',
  too_many_enrolled_mfa_factors: 'account.tooManyFactors',
  identity_already_exists: 'account.identityTaken',
  identity_not_found: 'account.identityGone',
  single_identity_not_deletable: 'account.identityLast',
  email_conflict_identity_not_deletable: 'account.identityLast',
  manual_linking_disabled: 'account.linkingOff',
  over_request_rate_limit: 'account.tooOften',
  over_email_send_rate_limit: 'account.mailTooOften',
  over_sms_send_rate_limit: 'account.mailTooOften',
  captcha_failed: 'account.captcha',
  unreachable: 'account.unreachable',
  security_key_refused: 'account.securityKeyRefused',
}

/** Says what went wrong, in the reader's words. */
export function authErrorMessage(error: unknown, t: Text): string {
  if ('onLine' in navigator && !navigator.onLine) return t('account.offline')
  const code = codeOf(error)
  if (code === 'weak_password') return weakPasswordWords(error, t)
  const key = WORDS[code]
  if (key) return t(key)
  return t(isUnreached(error) ? 'account.unreachable' : 'account.unexpected')
}

/** Returns the errors of a form; `places` names the field that an error code belongs to. */
export function authFormErrors(
  places: Readonly<Record<string, string>> = {},
  otherPlace = 'form',
): (error: unknown, t: Text) => Record<string, string> {
  return (error, t) => ({
    [places[codeOf(error)] ?? otherPlace]: authErrorMessage(error, t),
  })
}

export function codeOf(error: unknown): string {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' ? code : ''
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error ? Reflect.get(error, name) : undefined
}

function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof TypeError || error.name === 'AuthRetryableFetchError'
}

function weakPasswordWords(error: unknown, t: Text): string {
  const reasons = fieldOf(error, 'reasons')
  const message = error instanceof Error ? error.message : ''
  const words = (Array.isArray(reasons) ? reasons : []).map((reason: unknown) => {
    if (reason === 'length') return t('account.weakLength', { count: leastLength(message) })
    if (reason === 'characters') return t('account.weakCharacters')
    return t('account.weakKnown')
  })
  return words.length > 0 ? words.join(' ') : t('account.weak')
}

function leastLength(message: string): number {
  return Number(/\d+/.exec(message)?.[0] ?? 8)
}
