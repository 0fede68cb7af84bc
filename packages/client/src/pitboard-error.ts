import type { ApiException } from '@pitboard/contract/wire/client'
import type { Problem } from '@pitboard/contract/wire/problem'
import {
  isProblemSlug,
  PROBLEMS_PATH,
  type ProblemSlug,
} from '@pitboard/contract/wire/problem-kinds'

/** A refused call. Programs compare `code`; `message` is for people. */
export class PitboardError extends Error {
  readonly status: number
  /** What went wrong, as `/problems` lists it; null if the answer does not say. */
  readonly code: ProblemSlug | null
  readonly problem: Problem | null
  /** How long to wait before the call is sent again; null if the server does not say. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: ApiException) {
    const problem = refusal.result
    super(problem?.detail ?? refusal.message, { cause: refusal })
    this.name = 'PitboardError'
    this.status = refusal.status
    this.problem = problem
    this.code = codeOf(problem)
    this.retryAfterSeconds = readSeconds(refusal.headers.get('retry-after'))
  }
}

function codeOf(problem: Problem | null): ProblemSlug | null {
  const slug = problem?.type.startsWith(`${PROBLEMS_PATH}/`)
    ? problem.type.slice(PROBLEMS_PATH.length + 1)
    : ''
  return isProblemSlug(slug) ? slug : null
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
