import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { nullable } from '../wire/schema.ts'

/** The operator runs this server; the legal notice, the privacy policy and the terms name them. */
export const Operator = Type.Object({
  name: Type.String({ description: 'Name of the operator.' }),
  address: Type.String({ description: 'Postal address; lines are separated by line feeds.' }),
  email: Type.String({ description: 'E-mail address of the operator.' }),
})
export type Operator = Static<typeof Operator>

export const Site = Type.Object({
  communityChatUrl: nullable(Type.String(), 'Address of the community chat; null without one.'),
  operator: nullable(
    Operator,
    'Who runs this server, for the legal notice; null unless name, address and e-mail address are configured.',
  ),
  version: Type.String({ description: 'Version of the server’s software.' }),
  webAppEntry: nullable(
    Type.String(),
    'Entry file of the web app that this server serves: a page with another entry file is of another release. Null without a web app.',
  ),
  authUrl: nullable(Type.String(), 'Address of the sign-in server; null if it is this server.'),
  authAnonKey: nullable(
    Type.String(),
    'Public key for calls to the sign-in server; null if there are no accounts.',
  ),
})
export type Site = Static<typeof Site>

/**
 * The figures say how much a server has recorded. Only what everybody can see is counted, and no number
 * exceeds `FIGURES_MAX`.
 */
export const SiteFigures = Type.Object({
  races: Type.Integer({ description: 'Recorded races.' }),
  laps: Type.Integer({ description: 'Timed laps of the users who recorded them.' }),
  drivers: Type.Integer({ description: 'Users with a recorded session.' }),
  leagues: Type.Integer({ description: 'Public leagues.' }),
})
export type SiteFigures = Static<typeof SiteFigures>

/** Counting stops here: a larger number is not counted to its end. */
export const FIGURES_MAX = 100_000

export const site = endpointTable({
  figures: {
    method: 'GET',
    path: '/api/Site/figures',
    summary: `Recorded races and laps, their drivers, and public leagues of this server, each counted up to ${FIGURES_MAX}`,
    response: SiteFigures,
  },
  get: {
    method: 'GET',
    path: '/api/Site',
    summary: 'The community chat, the operator, the version and the sign-in of this server',
    response: Site,
  },
})
