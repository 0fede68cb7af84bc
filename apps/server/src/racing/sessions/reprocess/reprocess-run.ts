import type { CaptureStore } from '../../captures/capture-store.ts'
import type { Db } from '../../../platform/db/tables.ts'
import { reprocessSession, type Reprocessed, type ReprocessOptions } from './reprocess.ts'

const AT_ONCE = 100

export interface Selection {
  /** Null: all of them. */
  readonly ids: readonly string[] | null
  /** Driven since then. */
  readonly since: Date | null
  /** Leaves out what was derived since then: how a run that was stopped goes on. */
  readonly notDerivedSince: Date | null
}

export type Outcome = Reprocessed | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Derives the selected sessions again, one after the other, in the order of their ids; each is
 * stored before the next one begins. A failure is reported, and the next one goes on. Stops
 * between two sessions when `signal` is aborted.
 */
export async function reprocessSessions(
  db: Db,
  captures: CaptureStore,
  selection: Selection,
  options: ReprocessOptions,
  report: (id: string, outcome: Outcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const id of selection.ids ?? []) {
    if (signal?.aborted) return
    report(id, await attempt(db, captures, id, options))
  }
  if (selection.ids !== null) return
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await nextIds(db, selection, after)
    const last = ids.at(-1)
    if (last === undefined) return
    for (const id of ids) {
      if (signal?.aborted) return
      const outcome = await attempt(db, captures, id, options)
      // Deleted meanwhile.
      if (outcome.kind !== 'gone') report(id, outcome)
    }
    after = last
  }
}

async function attempt(
  db: Db,
  captures: CaptureStore,
  id: string,
  options: ReprocessOptions,
): Promise<Outcome> {
  try {
    return await reprocessSession(db, captures, id, options)
  } catch (error) {
    return { kind: 'failed', error }
  }
}

async function nextIds(db: Db, selection: Selection, after: string): Promise<string[]> {
  const { since, notDerivedSince } = selection
  let query = db
    .selectFrom('session')
    .select('id')
    .where('status', '=', 'recorded')
    .where('id', '>', after)
  if (since) query = query.where('started_at', '>=', since)
  if (notDerivedSince) {
    query = query.where(({ or, eb }) =>
      or([eb('derived_at', 'is', null), eb('derived_at', '<', notDerivedSince)]),
    )
  }
  const rows = await query.orderBy('id').limit(AT_ONCE).execute()
  return rows.map(({ id }) => id)
}
