import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { describe, Instant, nullable, Uuid } from '../wire/schema.ts'
import { TEXT_MAX } from '../wire/text-limits.ts'

const TIMES = {
  createdAt: describe(Instant, 'When it was offered, UTC.'),
  expiresAt: describe(Instant, 'When the offer expires, UTC.'),
}

/** The owner of a season without a league sees whom they have offered it to. */
export const SeasonOffer = Type.Object({
  id: describe(Uuid, 'Id of the offer.'),
  userId: describe(Uuid, 'Id of the user whom the season is offered to.'),
  username: Type.String({ description: 'Username of the user whom the season is offered to.' }),
  ...TIMES,
})
export type SeasonOffer = Static<typeof SeasonOffer>

/** Somebody offers the caller a season. */
export const OwnSeasonOffer = Type.Object({
  id: describe(Uuid, 'Id of the offer.'),
  seasonId: describe(Uuid, 'Id of the season.'),
  seasonName: Type.String({ description: 'Name of the season.' }),
  offeredByName: Type.String({ description: 'Username of the owner.' }),
  ...TIMES,
})
export type OwnSeasonOffer = Static<typeof OwnSeasonOffer>

const PATH = '/api/Seasons'
const ByOffer = Type.Object({ offerId: describe(Uuid, 'Id of the offer.') })

/** A season without a league is handed over like a league: it is offered, and its new owner accepts. */
export const seasonOffers = endpointTable({
  own: {
    method: 'GET',
    path: `${PATH}/offers`,
    summary: 'Seasons that are offered to the caller, the newest offer first, 50 at most',
    auth: 'user',
    scope: 'none',
    list: 'whole',
    response: Type.Array(OwnSeasonOffer),
  },
  accept: {
    method: 'POST',
    path: `${PATH}/offers/{offerId}/accept`,
    summary: 'Takes a season over',
    auth: 'user',
    scope: 'none',
    params: ByOffer,
  },
  decline: {
    method: 'POST',
    path: `${PATH}/offers/{offerId}/decline`,
    summary: 'Declines a season',
    auth: 'user',
    scope: 'none',
    params: ByOffer,
  },
  get: {
    method: 'GET',
    path: `${PATH}/{seasonId}/offer`,
    summary: 'To whom a season is offered',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    response: Type.Object({
      offer: nullable(SeasonOffer, 'The open offer; null for none.'),
    }),
  },
  create: {
    method: 'POST',
    path: `${PATH}/{seasonId}/offer`,
    summary: 'Offers a season that is in no league to another user',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    body: Type.Object({
      username: Type.String({
        description: 'Username of the user whom the season is offered to, in any case.',
        minLength: 1,
        maxLength: TEXT_MAX.name,
      }),
    }),
    ifMatch: true,
  },
  revoke: {
    method: 'DELETE',
    path: `${PATH}/{seasonId}/offer`,
    summary: 'Revokes the offer of a season',
    auth: 'user',
    scope: 'none',
    params: SeasonParams,
    ifMatch: true,
  },
})
