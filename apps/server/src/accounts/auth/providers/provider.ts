/** Who somebody is, as a provider says. */
export interface ProviderUser {
  /** The provider's name for him; it never changes. */
  readonly subject: string
  /** Lower case. */
  readonly email: string | null
  /** The provider has seen that he reads what is sent there. */
  readonly isEmailVerified: boolean
  /** What an identity keeps of it, under the names that clients know. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Our own secrets of one way there and back. */
export interface RoundTrip {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ProviderRequest extends RoundTrip {
  readonly redirectUri: string
  /** Beyond those that are configured. */
  readonly scopes: readonly string[]
  /** Whatever else the caller wants the provider to be asked, such as `prompt`. */
  readonly extra: Readonly<Record<string, string>>
}

export interface ProviderAnswer {
  readonly user: ProviderUser
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

export interface ReadIdToken {
  readonly user: ProviderUser
  readonly nonce: string | null
}

/** A service that tells who somebody is. */
export interface Provider {
  readonly name: string
  /** Null where it has none. */
  readonly issuer: string | null
  /** Whoever has no e-mail address there can sign in all the same. */
  readonly isEmailOptional: boolean
  /** Where the browser is sent. */
  authorizationUrl(request: ProviderRequest): Promise<URL>
  /** What the browser came back with. Throws an AuthError where it proves nothing. */
  readAnswer(callbackUrl: URL, trip: RoundTrip): Promise<ProviderAnswer>
  /** Null where there are no such tokens. Throws an OAuthError for one that is not good. */
  readonly readIdToken:
    | ((idToken: string, more: { accessToken: string | null }) => Promise<ReadIdToken>)
    | null
}
