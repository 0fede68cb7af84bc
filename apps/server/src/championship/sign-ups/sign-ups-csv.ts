import type { SignUpQuestion } from '@pitboard/contract/sign-ups/sign-ups'
import { nameOf } from '../../accounts/users/queries.ts'
import { toCsv } from '../../platform/http/csv.ts'
import type { NamedSignUp } from './sign-up-rows.ts'

const HEAD = ['Name', 'User', 'Status', 'Waiting place', 'Tier', 'Name in the game', 'Signed up']

/** Writes one line per driver, with a column for each question. */
export function toSignUpsCsv(
  questions: readonly SignUpQuestion[],
  rows: readonly NamedSignUp[],
): string {
  const lines = rows.map((row) => [
    row.name,
    nameOf(row),
    row.status,
    row.waiting_place,
    row.tier,
    row.platform_id,
    row.created_at.toISOString(),
    ...questions.map(
      ({ id }) => row.answers.find(({ questionId }) => questionId === id)?.answer ?? null,
    ),
  ])
  return toCsv([[...HEAD, ...questions.map(({ label }) => label)], ...lines])
}
