import type { AttendanceRule } from '@pitboard/contract/attendance/attendance'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/db/tables.ts'
import { changedFields } from '../history/changes.ts'
import type { ChangeRequest } from '../history/versioned-update.ts'
import { ownedSeasons } from '../seasons/store/queries.ts'

export async function readRule(db: Db, seasonId: string): Promise<AttendanceRule> {
  const rule = await db
    .selectFrom('season_attendance_rule')
    .select('deadline_hours')
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  return { deadlineHours: rule?.deadline_hours ?? null }
}

/** Sets until when drivers answer, or asks them no more. */
export async function updateRule(
  context: AppContext,
  seasonId: string,
  request: ChangeRequest,
  wanted: AttendanceRule,
): Promise<void> {
  const target = { id: seasonId, action: 'manageSeasons' } as const
  await ownedSeasons.change(context, target, request, async (db) => {
    const details = changedFields(await readRule(db, seasonId), wanted)
    if (Object.keys(details).length === 0) return null
    await storeRule(db, seasonId, wanted)
    return { action: 'attendanceRuleUpdated', details }
  })
}

export async function storeRule(
  db: Db,
  seasonId: string,
  { deadlineHours }: AttendanceRule,
): Promise<void> {
  if (deadlineHours === null) {
    await db.deleteFrom('season_attendance_rule').where('season_id', '=', seasonId).execute()
    return
  }
  const values = { deadline_hours: deadlineHours }
  await db
    .insertInto('season_attendance_rule')
    .values({ season_id: seasonId, ...values })
    .onConflict((conflict) => conflict.column('season_id').doUpdateSet(values))
    .execute()
}
