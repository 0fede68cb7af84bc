/** A failure of the auth protocol: answered in one of its two shapes (PROTOCOL §2.4). */
export class AuthError extends Error {
  readonly status: number
  /** The protocol's code, such as `otp_expired`. */
  readonly code: string
  readonly weakPasswordReasons: readonly string[] | null

  constructor(
    status: number,
    code: string,
    message: string,
    options: { weakPasswordReasons?: readonly string[] } = {},
  ) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.weakPasswordReasons = options.weakPasswordReasons ?? null
  }
}

/** A request that has not the shape it should have. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** The token is good, but its session is over. */
export function sessionGone(): AuthError {
  return new AuthError(
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  )
}

/** A failure in OAuth's own shape: always a 400, without a code (PROTOCOL §2.4). */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}
