/** A value that the recorder derives from sparse samples. */
export interface Near {
  readonly near: number
  readonly within: number
  /** Whether the value may be null for lack of samples. */
  readonly orNull?: boolean
}

/** Differences from the expected value as `path: expected … , got …`; members that are not expected are ignored. */
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
