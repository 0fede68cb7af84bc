import type { CaseStatement } from '@pitboard/contract/stewards/steward-case'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readMultilineText } from '../../platform/http/sanitize-text.ts'
import type { Caller } from '../history/versioned-update.ts'
import type { SeasonRecord } from '../seasons/store/queries.ts'
import { getCase, lockCase } from './find-case.ts'
import { presentCases } from './read-cases.ts'
import { readClips } from './report-incident.ts'
import { readRules } from './steward-rules.ts'

const REFUSED: Readonly<Record<CaseStatement['kind'], string>> = {
  response: 'Only a reported driver can respond, once and in time.',
  appeal: 'Only an involved driver can appeal, once and in time.',
}

/** Throws a 409 for a second statement, after its time, and to everybody else. */
export async function addStatement(
  { db, now, newId }: AppContext,
  { season, caseId }: { readonly season: SeasonRecord; readonly caseId: string },
  caller: Caller,
  body: Pick<CaseStatement, 'kind' | 'text' | 'links'>,
): Promise<void> {
  const text = readMultilineText('/text', body.text)
  const links = readClips(body.links)
  const { kind } = body
  await inTransaction(db, async (transaction) => {
    await getCase(transaction, season, caseId, caller)
    await lockCase(transaction, caseId)
    const found = await getCase(transaction, season, caseId, caller)
    const rules = await readRules(transaction, season.id)
    const [shown] = await presentCases(transaction, [found], { caller, rules, now: now() })
    const isAllowed = kind === 'response' ? shown?.may.respond : shown?.may.appeal
    if (!isAllowed) throw new ApiError(409, REFUSED[kind])
    await transaction
      .insertInto('steward_statement')
      .values({
        id: newId(),
        case_id: caseId,
        user_id: caller.userId,
        kind,
        text,
        links: JSON.stringify(links),
        created_at: now(),
      })
      .execute()
    await transaction
      .updateTable('steward_case')
      .set({
        version: sql<number>`version + 1`,
        ...(kind === 'appeal' && { state: 'appealed' as const }),
      })
      .where('id', '=', caseId)
      .execute()
    if (kind === 'response') return
    await transaction
      .updateTable('steward_decision')
      .set({ is_appealed: true })
      .where('case_id', '=', caseId)
      .where('revoked_at', 'is', null)
      .execute()
  })
}
