import { Type, type Static } from 'typebox'
import { endpointTable } from '../wire/endpoint.ts'
import { SeasonParams } from '../wire/path-params.ts'
import { ResultStatus, SessionType } from '../wire/enumerations.ts'
import { describe, Uuid } from '../wire/schema.ts'
import { SessionDocument } from '../sessions/session-document.ts'
import { EventSessionFields, Season } from './season.ts'

/** A season has as many rounds with a race and a sprint at most in one table. */
export const IMPORTED_RESULTS_MAX = 60

export const ImportedResult = Type.Object(
  {
    eventId: describe(Uuid, 'Id of the event that gets the result.'),
    tier: Type.Optional(EventSessionFields.properties.tier),
    document: describe(SessionDocument, 'The result; without laps.'),
  },
  {
    examples: [
      {
        eventId: '01900000-0000-7000-8000-000000000001',
        document: {
          trackId: 7,
          sessionType: SessionType.Race,
          sessionStartTime: '2026-03-08T20:00:00Z',
          drivers: [
            { driverIdx: 0, name: 'Ann', resultStatus: ResultStatus.Finished, position: 1 },
            { driverIdx: 1, name: 'Bob', resultStatus: ResultStatus.Retired },
          ],
        },
      },
    ],
  },
)
export type ImportedResult = Static<typeof ImportedResult>

/** The call has a table of its own, since a page loads the schemas of every call in a table. */
export const resultImports = endpointTable({
  create: {
    method: 'POST',
    path: '/api/Seasons/{seasonId}/results',
    summary:
      'Stores results entered by hand for several events and links them, all or none; repeating it has no further effect',
    auth: 'user',
    // It stores sessions and changes a season: no scope of a token means both.
    scope: 'none',
    params: SeasonParams,
    body: Type.Object({
      results: Type.Array(ImportedResult, {
        description: 'Results without laps, one for each event and kind of session.',
        minItems: 1,
        maxItems: IMPORTED_RESULTS_MAX,
      }),
    }),
    bodyBytesMax: 1_000_000,
    bodyValuesMax: 60_000,
    response: Season,
    ifMatch: true,
  },
})
