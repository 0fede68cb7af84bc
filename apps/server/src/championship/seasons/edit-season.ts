import type { SeasonUpdate } from '@pitboard/contract/season'
import type { AppContext } from '../../context.ts'
import { changedFields } from '../history/changes.ts'
import { readName } from '../../platform/http/sanitize-text.ts'
import { changeSeason, type Changing } from './change-season.ts'
import { pointsSystemOf } from './points-system.ts'
import type { FoundSeason } from './queries.ts'

/** What is left out of the body stays. */
export async function updateSeason(
  context: AppContext,
  changing: Changing,
  { id, name, pointsSystem }: SeasonUpdate,
): Promise<void> {
  await changeSeason(
    context,
    id.toLowerCase(),
    { ...changing, refusal: 401 },
    async (_db, season) => {
      const before = { name: season.name, pointsSystem: season.points_system }
      const wanted = {
        ...(name !== undefined && { name: readName('/name', name) }),
        ...(pointsSystem && { pointsSystem: pointsSystemOf(pointsSystem, before.pointsSystem) }),
      }
      const details = changedFields(before, wanted)
      if (Object.keys(details).length === 0) return null
      const after = { ...before, ...wanted }
      const points = JSON.stringify(after.pointsSystem)
      return { action: 'updated', details, set: { name: after.name, points_system: points } }
    },
  )
}

/** Deletes it so that it can be restored for a while. */
export async function deleteSeason(
  context: AppContext,
  id: string,
  changing: Changing,
): Promise<FoundSeason> {
  return changeSeason(context, id, changing, async () => ({
    ...{ action: 'deleted', details: {} },
    set: { deleted_at: context.now() },
  }))
}
