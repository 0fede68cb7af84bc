import { STATUS_CODES } from 'node:http'

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

/** The server can't start, or go on; the message says why and what to do. */
export class StartError extends Error {
  constructor(message: string, cause?: Error) {
    super(message, { cause })
    this.name = 'StartError'
  }
}
