const SUBJECT_MAX = 200
const SUBJECT = /^[\w-]+(?:\.[\w-]+)*$/
const PATTERN = /^[\w-]+(?:\.[\w-]+)*(?:\.\*)?$/

/** Throws for what could reach other subjects, or break the protocol below. */
export function checkSubject(subject: string): string {
  if (subject.length > SUBJECT_MAX || !SUBJECT.test(subject)) throw new InvalidSubject(subject)
  return subject
}

/** Checks a subject for subscriptions: its last part may be `*`. */
export function checkPattern(pattern: string): string {
  if (pattern.length > SUBJECT_MAX || !PATTERN.test(pattern)) throw new InvalidSubject(pattern)
  return pattern
}

/** Returns the pattern with a wildcard that matches a subject; null if it has one part. */
export function wildcardOf(subject: string): string | null {
  const lastDot = subject.lastIndexOf('.')
  return lastDot === -1 ? null : `${subject.slice(0, lastDot)}.*`
}

class InvalidSubject extends Error {
  constructor(subject: string) {
    super(`${JSON.stringify(subject.slice(0, SUBJECT_MAX))} is not a subject.`)
    this.name = 'InvalidSubject'
  }
}
