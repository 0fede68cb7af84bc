/** The doctor says this about one subject. */
export interface Finding {
  readonly subject: string
  /** `advice` means that it works, and something is missing that a public site should have. */
  readonly state: 'good' | 'advice' | 'problem'
  readonly text: string
  readonly remedy: string | null
}

export function good(subject: string, text: string): Finding {
  return { subject, state: 'good', text, remedy: null }
}

export function advise(subject: string, text: string, remedy: string): Finding {
  return { subject, state: 'advice', text, remedy }
}

export function warn(subject: string, text: string, remedy: string): Finding {
  return { subject, state: 'problem', text, remedy }
}

/** Returns a code such as "ECONNREFUSED", "TimeoutError" after a time limit, or the message of an error without a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  // Its message is a sentence.
  if (error.name === 'TimeoutError') return error.name
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
