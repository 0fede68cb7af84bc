import { Type, type Static } from 'typebox'
import { HistoryChange } from './history.ts'

/** The server sends it as `application/problem+json`. */
export const Problem = Type.Object({
  type: Type.String({
    description: 'Path of the page that explains the error; programs compare it.',
  }),
  title: Type.String({ description: 'Name of the status.' }),
  status: Type.Integer({ description: 'HTTP status.' }),
  detail: Type.String({ description: 'What happened, for people; the text may change.' }),
  instance: Type.String({ description: 'Path of the request.' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({
          description:
            'Field, beginning with the part of the request: `body/name`, `query/page`, `path/id`.',
        }),
        message: Type.String({ description: 'What is wrong with the field.' }),
        offset: Type.Optional(
          Type.Integer({ description: 'For a filter: number of characters before the error.' }),
        ),
      }),
      { description: 'Fields of the request that are not valid; twenty at most.' },
    ),
  ),
  changes: Type.Optional(
    Type.Array(HistoryChange, {
      description: 'With 412: changes since the version that `If-Match` names, newest first.',
    }),
  ),
})
export type Problem = Static<typeof Problem>
