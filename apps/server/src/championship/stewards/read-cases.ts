import type { Decision, ImposedPenalty } from '@pitboard/contract/stewards/decision'
import type { Penalty } from '@pitboard/contract/stewards/penalty'
import type { CaseStatement, StewardCase } from '@pitboard/contract/stewards/steward-case'
import type { StewardRules } from '@pitboard/contract/stewards/steward-rules'
import { nameOf } from '../../accounts/users/queries.ts'
import type { StewardDecisionRow } from './steward-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { Caller } from '../history/versioned-update.ts'
import type { FoundCar, FoundCase } from './find-case.ts'
import { penaltyTimes } from './imposed-penalties.ts'

const HOUR_MS = 3_600_000

interface Viewer {
  readonly caller: Caller
  readonly rules: StewardRules
  readonly now: Date
}

/** Returns what the parties of the cases and the stewards may see of them. */
export async function presentCases(
  db: Db,
  found: readonly FoundCase[],
  { caller, rules, now }: Viewer,
): Promise<StewardCase[]> {
  if (found.length === 0) return []
  const ids = found.map(({ row }) => row.id)
  const [statements, decisions, users] = await Promise.all([
    readStatements(db, ids),
    db
      .selectFrom('steward_decision')
      .selectAll()
      .where('case_id', 'in', ids)
      .orderBy('number', 'desc')
      .execute(),
    readUsers(db, found),
  ])
  return found.map(({ row, cars, isReporter, isReported, mayJudge }) => {
    const own = statements.get(row.id) ?? []
    const made = decisions.filter(({ case_id }) => case_id === row.id)
    const latest = made.find(({ revoked_at }) => revoked_at === null)
    const appealUntil =
      row.state === 'decided' && latest && rules.appealHours > 0
        ? new Date(latest.published_at.getTime() + rules.appealHours * HOUR_MS)
        : null
    const has = (kind: CaseStatement['kind']) =>
      own.some((one) => one.kind === kind && one.userId === caller.userId)
    const isWaiting = isWaitingForResponse({ row, cars }, own, now)
    return {
      id: row.id,
      number: row.number,
      version: row.version,
      state: row.state === 'open' && isWaiting ? 'waiting' : row.state,
      sessionId: row.session_id,
      lap: row.lap,
      eventSeq: row.event_seq,
      cars: [...cars],
      description: row.description,
      links: row.links,
      reporterId: row.reporter_id,
      reporterName:
        (row.reporter_id === null ? undefined : users.get(row.reporter_id)) ?? 'Deleted account',
      createdAt: row.created_at.toISOString(),
      respondUntil: row.respond_until.toISOString(),
      appealUntil: appealUntil?.toISOString() ?? null,
      statements: own,
      decisions: made.map((decision) => presentDecision(decision, { ...row, cars })),
      may: {
        respond: isReported && row.state === 'open' && now < row.respond_until && !has('response'),
        appeal:
          (isReporter || isReported) && appealUntil !== null && now < appealUntil && !has('appeal'),
        judge: mayJudge,
      },
    }
  })
}

/** Returns whether a reported driver with an account can still respond and has not. */
export function isWaitingForResponse(
  { row, cars }: Pick<FoundCase, 'row' | 'cars'>,
  statements: readonly Pick<CaseStatement, 'kind' | 'userId'>[],
  now: Date,
): boolean {
  if (now >= row.respond_until) return false
  const responded = new Set(
    statements.flatMap(({ kind, userId }) => (kind === 'response' ? [userId] : [])),
  )
  return cars.some(({ userId }) => userId !== null && !responded.has(userId))
}

export async function readStatements(
  db: Db,
  caseIds: readonly string[],
): Promise<Map<string, CaseStatement[]>> {
  const rows = await db
    .selectFrom('steward_statement')
    .leftJoin('user', 'user.id', 'user_id')
    .selectAll('steward_statement')
    .select('username')
    .where('case_id', 'in', caseIds)
    .orderBy('steward_statement.created_at')
    .orderBy('steward_statement.id')
    .execute()
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ case_id }) => case_id),
      ([caseId, own]) => [
        caseId,
        own.map((row) => ({
          id: row.id,
          kind: row.kind,
          ...authorOf(row),
          text: row.text,
          links: row.links,
          createdAt: row.created_at.toISOString(),
        })),
      ],
    ),
  )
}

/** Returns the author of a text, also after their account has been deleted. */
export function authorOf(row: {
  readonly user_id: string | null
  readonly username: string | null
}) {
  const username = row.user_id === null ? 'Deleted account' : nameOf(row)
  return { userId: row.user_id, username }
}

async function readUsers(db: Db, found: readonly FoundCase[]): Promise<Map<string, string>> {
  const ids = found.flatMap(({ row }) => row.reporter_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, nameOf(row)]))
}

function presentPenalty(
  { penalty_events: events }: StewardDecisionRow,
  penalty: Penalty,
  place: number,
): ImposedPenalty {
  const { activatedAt, servedAt } = penaltyTimes(events, place)
  return {
    ...penalty,
    ...(activatedAt && { activatedAt: activatedAt.toISOString() }),
    ...(servedAt && { servedAt: servedAt.toISOString() }),
  }
}

/** Presents a decision as everybody sees it. */
export function presentDecision(
  row: StewardDecisionRow,
  about: {
    readonly session_id: string
    readonly lap: number | null
    readonly event_seq: number | null
    readonly cars: readonly FoundCar[]
  },
): Decision {
  return {
    id: row.id,
    number: row.number,
    caseId: row.case_id,
    sessionId: about.session_id,
    lap: about.lap,
    eventSeq: about.event_seq,
    cars: [...about.cars],
    penalties: row.penalties.map((penalty, place) => presentPenalty(row, penalty, place)),
    reason: row.reason,
    publishedAt: row.published_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedReason: row.revoked_reason,
    replacedBy: row.replaced_by,
    isAppealed: row.is_appealed,
  }
}
