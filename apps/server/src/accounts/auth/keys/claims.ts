import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

/** Tokens carry one of these for each way in which a session was authenticated. */
export const AuthenticationMethod = Type.Object({
  method: Type.String(),
  /** The time is in Unix seconds. */
  timestamp: Type.Integer(),
  provider: Type.Optional(Type.String()),
})
export type AuthenticationMethod = Static<typeof AuthenticationMethod>

/** An access token says all of this; an anonymous or service key says its role alone. */
export const Claims = Type.Object({
  role: Type.Optional(Type.String()),
  sub: Type.Optional(Type.String()),
  aud: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  exp: Type.Optional(Type.Number()),
  iat: Type.Optional(Type.Number()),
  iss: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
  aal: Type.Optional(Type.String()),
  amr: Type.Optional(Type.Array(Type.Union([AuthenticationMethod, Type.String()]))),
  is_anonymous: Type.Optional(Type.Boolean()),
  app_metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  user_metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type Claims = Static<typeof Claims>

/** Returns null for what no server of this protocol would have signed. */
export function readClaims(payload: unknown): Claims | null {
  return Value.Check(Claims, payload) ? payload : null
}
