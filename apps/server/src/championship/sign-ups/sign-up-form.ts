import type { SignUpForm } from '@pitboard/contract/sign-ups/sign-ups'
import type { SignUpFormRow } from './sign-up-tables.ts'
import type { Db } from '../../platform/db/tables.ts'
import { invalidField } from '../../platform/http/api-error.ts'
import { readName } from '../../platform/http/sanitize-text.ts'

export async function findForm(db: Db, seasonId: string): Promise<SignUpFormRow | undefined> {
  return db
    .selectFrom('season_sign_up_form')
    .selectAll()
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
}

export async function storeForm(db: Db, seasonId: string, form: SignUpForm): Promise<void> {
  const columns = {
    opens_at: form.opensAt === null ? null : new Date(form.opensAt),
    closes_at: form.closesAt === null ? null : new Date(form.closesAt),
    needs_approval: form.needsApproval,
    capacity: form.capacity,
    note: form.note,
    tiers: JSON.stringify(form.tiers),
    questions: JSON.stringify(form.questions),
  }
  await db
    .insertInto('season_sign_up_form')
    .values({ season_id: seasonId, ...columns })
    .onConflict((conflict) => conflict.column('season_id').doUpdateSet(columns))
    .execute()
}

export function presentForm(row: SignUpFormRow): SignUpForm {
  return {
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.closes_at?.toISOString() ?? null,
    needsApproval: row.needs_approval,
    capacity: row.capacity,
    tiers: row.tiers,
    questions: row.questions,
    note: row.note,
  }
}

export function isOpenAt({ opens_at: from, closes_at: until }: SignUpFormRow, now: Date): boolean {
  return (from === null || from <= now) && (until === null || now < until)
}

/** Returns whether it closes after it opens. */
export function isInOrder({ opensAt, closesAt }: SignUpForm): boolean {
  return opensAt === null || closesAt === null || Date.parse(opensAt) < Date.parse(closesAt)
}

/** Throws a 400 for a name or id that occurs twice, and for a choice without choices. */
export function readForm(form: SignUpForm): SignUpForm {
  if (!isInOrder(form)) throw invalidField('/closesAt', 'is before it opens')
  const tiers = form.tiers.map(({ name, capacity }, index) => ({
    name: readName(`/tiers/${index}/name`, name),
    capacity,
  }))
  if (new Set(tiers.map(({ name }) => name)).size < tiers.length) {
    throw invalidField('/tiers', 'has a name twice')
  }
  const questions = form.questions.map((question, index) => {
    const at = `/questions/${index}`
    const choices = question.kind === 'choice' ? question.choices : []
    if (question.kind === 'choice' && choices.length < 2) {
      throw invalidField(`${at}/choices`, 'needs two choices')
    }
    return {
      ...question,
      id: question.id.toLowerCase(),
      label: readName(`${at}/label`, question.label),
      choices: choices.map((choice, place) => readName(`${at}/choices/${place}`, choice)),
    }
  })
  if (new Set(questions.map(({ id }) => id)).size < questions.length) {
    throw invalidField('/questions', 'has an id twice')
  }
  const times = { opensAt: readInstant(form.opensAt), closesAt: readInstant(form.closesAt) }
  return { ...form, ...times, tiers, questions, note: form.note.trim() }
}

function readInstant(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
