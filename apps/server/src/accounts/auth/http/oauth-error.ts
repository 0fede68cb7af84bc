/** A failure in OAuth's own shape: always a 400, without a code (PROTOCOL §2.4). */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}
