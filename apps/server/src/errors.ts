import { STATUS_CODES } from 'node:http'
import type { Problem } from '@pitboard/contract/problem'

/** A failure that is expected: it reaches the caller as a problem (specification §3). */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  /** What the answer says beside the words: wrong fields, changes of others. */
  readonly more: Pick<Problem, 'errors' | 'changes'>

  constructor(
    status: number,
    detail: string,
    options: {
      title?: string
      headers?: Readonly<Record<string, string>>
      more?: Pick<Problem, 'errors' | 'changes'>
    } = {},
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.title = options.title ?? STATUS_CODES[status] ?? 'Error'
    this.headers = options.headers ?? {}
    this.more = options.more ?? {}
  }
}

/** A 400 for what no schema can say: a field whose value does not fit to what there is. */
export function invalidField(path: string, message: string): ApiError {
  const errors = [{ path, message }]
  return new ApiError(400, `The request is not valid: ${path} ${message}.`, { more: { errors } })
}

/** The server can't start, or go on; the message says why and what to do. */
export class StartError extends Error {
  constructor(message: string, cause?: Error) {
    super(message, { cause })
    this.name = 'StartError'
  }
}
