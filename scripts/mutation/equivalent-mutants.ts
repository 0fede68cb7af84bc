/** A mutation that no test can notice, because the program does the same with it. */
export interface EquivalentMutant {
  readonly file: string
  /** The line where it begins, without indentation. */
  readonly line: string
  /** The part of the line that is replaced. */
  readonly original: string
  readonly mutated: string
  readonly reason: string
}

const STORED_SESSION = 'apps/web/src/auth/stored-session.ts'
const FIELD_OF =
  "return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined"
const THROWS = 'Reflect.get throws for what is no object, and the caller takes that for no user.'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'packages/telemetry/src/capture/game-datagram.ts',
    line: 'if (size !== undefined && size < bytes.length) return bytes.subarray(0, size)',
    original: 'size < bytes.length',
    mutated: 'size <= bytes.length',
    reason: 'The first bytes of a datagram that is no longer are all of them.',
  },
  {
    file: STORED_SESSION,
    line: "const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')",
    original: "'null'",
    mutated: '""',
    reason: 'An empty text is not JSON, which the caller takes for no user.',
  },
  ...[
    ["typeof value === 'object' && value !== null", "typeof value === 'object' || value !== null"],
    ["typeof value === 'object' && value !== null", 'true'],
    ["typeof value === 'object'", 'true'],
    ['value !== null', 'true'],
  ].map(([original = '', mutated = '']) => ({
    file: STORED_SESSION,
    line: FIELD_OF,
    original,
    mutated,
    reason: THROWS,
  })),
]
