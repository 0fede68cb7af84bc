import type { Problem } from '@pitboard/contract/wire/problem'
import {
  PROBLEM_KINDS,
  slugOfStatus,
  type ProblemSlug,
} from '@pitboard/contract/wire/problem-kinds'
import type { FieldError } from './invalid-fields.ts'

/** The failure is expected: it reaches the caller as a problem. */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  readonly kind: ProblemSlug
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  /** The answer says this beside the words: wrong fields, changes of others. */
  readonly more: Pick<Problem, 'errors' | 'changes'>

  constructor(
    status: number,
    detail: string,
    options: {
      /** It is set if clients have to distinguish the failure from others of the status. */
      kind?: ProblemSlug
      title?: string
      headers?: Readonly<Record<string, string>>
      more?: Pick<Problem, 'errors' | 'changes'>
    } = {},
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.kind = options.kind ?? slugOfStatus(status)
    this.title = options.title ?? PROBLEM_KINDS[this.kind].title
    this.headers = options.headers ?? {}
    this.more = options.more ?? {}
  }
}

/**
 * Creates a 400 that no schema can express: the value of a field does not fit the stored data. `path` begins with a
 * slash for a field of the body, else with the part of the request, as in `query/page`.
 */
export function invalidField(path: string, message: string): ApiError {
  return invalidRequest([{ path, message }])
}

export function invalidRequest(fields: readonly FieldError[]): ApiError {
  const errors = fields.map((field) => ({
    ...field,
    path: field.path.startsWith('/') ? `body${field.path}` : field.path,
  }))
  return new ApiError(400, describeFields(errors), { more: { errors } })
}

/** Describes the errors to people, who know a field by its name. */
export function describeFields(errors: readonly FieldError[]): string {
  const parts = errors.map(({ path, message }) => `${path.replace(/^\w+\/(?=.)/, '')} ${message}`)
  return `The request is not valid: ${parts.join('; ')}.`
}
