/** What an access token says; the server checks it, the browser only reads it. */
export interface Claims {
  readonly aal: string
  readonly signInId: string | null
  /** When one of the ways to show who one is was last taken. */
  readonly provedAt: Date
}

export function readClaims(accessToken: string): Claims {
  const payload = decodePart(accessToken.split('.')[1] ?? '')
  const amr: unknown = payload['amr']
  const times = Array.isArray(amr) ? amr.map(timestampOf) : []
  const signInId = payload['session_id']
  return {
    aal: payload['aal'] === 'aal2' ? 'aal2' : 'aal1',
    signInId: typeof signInId === 'string' ? signInId : null,
    provedAt: new Date(Math.max(0, ...times) * 1000),
  }
}

function timestampOf(entry: unknown): number {
  const time: unknown = typeof entry === 'object' && entry ? Reflect.get(entry, 'timestamp') : 0
  return typeof time === 'number' ? time : 0
}

function decodePart(part: string): Readonly<Record<string, unknown>> {
  try {
    const bytes = Uint8Array.from(
      atob(part.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.codePointAt(0) ?? 0,
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
