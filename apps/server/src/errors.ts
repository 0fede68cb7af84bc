import { STATUS_CODES } from 'node:http'
import type { Problem } from '@pitboard/contract/problem'

/** A failure that is expected: it reaches the caller as a problem (specification §3). */
export class ApiError extends Error {
  readonly status: number
  readonly detail: string
  readonly title: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    detail: string,
    options: { title?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.detail = detail
    this.title = options.title ?? STATUS_CODES[status] ?? 'Error'
    this.headers = options.headers ?? {}
  }
}

export function toProblem(
  status: number,
  detail: string,
  instance: string,
  title = STATUS_CODES[status] ?? 'Error',
): Problem {
  return { type: 'about:blank', title, status, detail, instance }
}
