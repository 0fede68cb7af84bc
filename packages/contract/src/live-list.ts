import { Type, type Static } from 'typebox'
import { LiveSummary } from './live.ts'
import { Uuid } from './schema.ts'

/**
 * What has changed in the list of live sessions since the message before, once a second at most.
 * Applied twice, or to a list that has it already, it changes nothing.
 */
export const LiveListChange = Type.Object({
  /** `opened` holds every session that is being driven: what is not in it is over. */
  isWhole: Type.Boolean(),
  opened: Type.Array(LiveSummary),
  /** What is different in those that were there before. */
  changed: Type.Array(Type.Object({ ...Type.Partial(LiveSummary).properties, id: Uuid })),
  ended: Type.Array(Uuid),
  /** Where somebody gained or lost a place, a penalty or the fastest lap. */
  moved: Type.Array(Uuid),
})
export type LiveListChange = Static<typeof LiveListChange>
