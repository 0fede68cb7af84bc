/** What is otherwise in a document than it was; `undefined` is what was not there. */
export interface Change {
  /** `drivers.3.lapTimes.0.lapTime` */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** Compares two documents of JSON, field by field. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (Object.is(before, after)) return []
  if (isRecord(before) && isRecord(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) =>
      changesBetween(before[key], after[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return [{ path, before, after }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
