import type { ApiException } from '@pitboard/contract/wire/client'
import type { Problem } from '@pitboard/contract/wire/problem'
import {
  isProblemSlug,
  PROBLEMS_PATH,
  type ProblemSlug,
} from '@pitboard/contract/wire/problem-kinds'

/** Every refused call throws this error. Programs compare `code`; `message` is for people. */
export class PitboardError extends Error {
  readonly status: number
  /** The code is one of those that `/problems` lists; it is null if the answer has none. */
  readonly code: ProblemSlug | null
  readonly problem: Problem | null
  /**
   * The caller should wait this long before the call is sent again; it is null if the server does not say.
   */
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
