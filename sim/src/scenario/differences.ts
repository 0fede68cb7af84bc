/** A value that is derived, by whoever records, from what is sent now and then. */
export interface Near {
  readonly near: number
  readonly within: number
  /** Where too little may be sent for it. */
  readonly orNull?: boolean
}

/** Where `actual` is not what is expected, as `path: expected … , got …`; what is not asked for is free. */
export function differences(expected: unknown, actual: unknown, path: string = ''): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [different(path, expected, actual)]
    if (expected.length !== actual.length) {
      return [
        different(`${path}.length`, expected.length, actual.length),
        different(path, expected, actual),
      ]
    }
    return expected.flatMap((item, i) => differences(item, actual[i], `${path}.${i}`))
  }
  if (isNear(expected)) {
    if (expected.orNull && actual === null) return []
    const isThere =
      typeof actual === 'number' && Math.abs(actual - expected.near) <= expected.within
    return isThere ? [] : [different(path, expected, actual)]
  }
  if (isRecord(expected)) {
    if (!isRecord(actual)) return [different(path, expected, actual)]
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return Object.is(expected, actual) ? [] : [different(path, expected, actual)]
}

function different(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`
}

function isNear(value: unknown): value is Near {
  return isRecord(value) && 'near' in value && 'within' in value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
