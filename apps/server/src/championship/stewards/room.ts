import {
  type CaseRoom,
  type DecisionDraft,
  STEWARD_MAX,
} from '@pitboard/contract/stewards/steward-case'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Db } from '../../platform/db/tables.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { readMultilineText } from '../../platform/http/sanitize-text.ts'
import { nameOf } from '../../accounts/users/queries.ts'
import type { Caller } from '../history/versioned-update.ts'
import { lockCase } from './find-case.ts'
import { readPenalties } from './penalties.ts'
import { authorOf } from './read-cases.ts'

/** Callers check that the user may judge the case. */
export async function readRoom(db: Db, caseId: string, caller: Caller): Promise<CaseRoom> {
  const [comments, proposals, votes] = await Promise.all([
    db
      .selectFrom('steward_comment')
      .leftJoin('user', 'user.id', 'user_id')
      .selectAll('steward_comment')
      .select('username')
      .where('case_id', '=', caseId)
      .orderBy('steward_comment.created_at')
      .orderBy('steward_comment.id')
      .execute(),
    db
      .selectFrom('steward_proposal')
      .leftJoin('user', 'user.id', 'user_id')
      .selectAll('steward_proposal')
      .select('username')
      .where('case_id', '=', caseId)
      .orderBy('steward_proposal.created_at')
      .orderBy('steward_proposal.id')
      .execute(),
    db
      .selectFrom('steward_vote')
      .innerJoin('user', 'user.id', 'user_id')
      .select(['user_id', 'username', 'proposal_id'])
      .where('case_id', '=', caseId)
      .orderBy('user_id')
      .execute(),
  ])
  return {
    comments: comments.map((row) => ({
      id: row.id,
      ...authorOf(row),
      text: row.text,
      createdAt: row.created_at.toISOString(),
    })),
    proposals: proposals.map((row) => {
      const own = votes.filter(({ proposal_id }) => proposal_id === row.id)
      return {
        id: row.id,
        ...authorOf(row),
        penalties: row.penalties,
        reason: row.reason,
        createdAt: row.created_at.toISOString(),
        voters: own.map(nameOf),
        isOwnVote: own.some(({ user_id }) => user_id === caller.userId),
      }
    }),
  }
}

type Context = Pick<AppContext, 'db' | 'now' | 'newId'>

/** Throws a 409 for too many. */
export async function addComment(
  { db, now, newId }: Context,
  caseId: string,
  caller: Caller,
  text: string,
): Promise<void> {
  const words = readMultilineText('/text', text)
  await inTransaction(db, async (transaction) => {
    await lockCase(transaction, caseId)
    const comments = transaction.selectFrom('steward_comment').where('case_id', '=', caseId)
    if ((await countRows(comments)) >= STEWARD_MAX.comments) {
      throw new ApiError(409, `A case has at most ${STEWARD_MAX.comments} comments.`)
    }
    const created = { id: newId(), created_at: now() }
    await transaction
      .insertInto('steward_comment')
      .values({ ...created, case_id: caseId, user_id: caller.userId, text: words })
      .execute()
  })
}

/** The author votes for it. Throws a 409 for too many. */
export async function addProposal(
  { db, now, newId }: Context,
  caseId: string,
  caller: Caller,
  draft: DecisionDraft,
): Promise<void> {
  const reason = readMultilineText('/reason', draft.reason)
  const penalties = JSON.stringify(readPenalties(draft.penalties))
  await inTransaction(db, async (transaction) => {
    await lockCase(transaction, caseId)
    const proposals = transaction.selectFrom('steward_proposal').where('case_id', '=', caseId)
    if ((await countRows(proposals)) >= STEWARD_MAX.proposals) {
      throw new ApiError(409, `A case has at most ${STEWARD_MAX.proposals} proposals.`)
    }
    const id = newId()
    await transaction
      .insertInto('steward_proposal')
      .values({
        id,
        case_id: caseId,
        user_id: caller.userId,
        penalties,
        reason,
        created_at: now(),
      })
      .execute()
    await setVote(transaction, { caseId, userId: caller.userId, proposalId: id })
  })
}

/** Throws a 404 for a proposal that is not of this case. */
export async function vote(
  db: Db,
  caseId: string,
  { userId }: Caller,
  proposalId: string | null,
): Promise<void> {
  if (proposalId === null) {
    const own = db.deleteFrom('steward_vote').where('case_id', '=', caseId)
    await own.where('user_id', '=', userId).execute()
    return
  }
  const proposal = await db
    .selectFrom('steward_proposal')
    .select('id')
    .where('id', '=', proposalId)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (!proposal) throw new ApiError(404, `There is no proposal ${proposalId} in this case.`)
  await setVote(db, { caseId, userId, proposalId })
}

async function setVote(
  db: Db,
  { caseId, userId, proposalId }: { caseId: string; userId: string; proposalId: string },
): Promise<void> {
  await db
    .insertInto('steward_vote')
    .values({ case_id: caseId, user_id: userId, proposal_id: proposalId })
    .onConflict((conflict) =>
      conflict.columns(['case_id', 'user_id']).doUpdateSet({ proposal_id: proposalId }),
    )
    .execute()
}
