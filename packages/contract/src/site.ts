import { Type, type Static } from 'typebox'
import { endpointTable } from './endpoint.ts'
import { nullable } from './schema.ts'

/** Who runs this server, for the legal notice, the privacy policy and the terms. */
export const Operator = Type.Object({
  name: Type.String(),
  /** Postal, its lines separated by line feeds. */
  address: Type.String(),
  email: Type.String(),
})
export type Operator = Static<typeof Operator>

/** What this server's operator has set about the site. */
export const Site = Type.Object({
  /** Null where there is no community chat. */
  communityChatUrl: nullable(Type.String()),
  /** Null as long as name, address or e-mail address is unset. */
  operator: nullable(Operator),
  /** Of the server's software. */
  version: Type.String(),
  /**
   * The entry file of the web app that this server serves. A page whose own entry file differs is of
   * another release; null where no web app is built.
   */
  webAppEntry: nullable(Type.String()),
  /** Where signing in happens; null where it is this server. */
  authUrl: nullable(Type.String()),
  /** The public key that goes with every call to it; null where there are no accounts. */
  authAnonKey: nullable(Type.String()),
})
export type Site = Static<typeof Site>

export const site = endpointTable({
  get: {
    method: 'GET',
    path: '/api/Site',
    summary: 'The community chat, the operator, the version and the sign-in of this server',
    response: Site,
    errors: [],
  },
})
