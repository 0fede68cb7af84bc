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

const DESCRIBE_LAPS = 'apps/server/src/racing/records/describe-laps.ts'
const DRIVEN_LAPS = 'apps/server/src/racing/records/driven-laps.ts'
const LAP_CONDITIONS = 'apps/server/src/racing/records/lap-conditions.ts'
const UNKNOWN_RACE_LAP =
  "if (kind !== 'race' || typeof fromMs !== 'number' || typeof toMs !== 'number') return true"
const UNKNOWN_LAP =
  'if (fromMs === null || fromMs === undefined || toMs === null || toMs === undefined) return null'
const BOTH_UNKNOWN =
  'Of a lap with a time both of its ends are known or neither is, and the other check finds that.'
const NOT_DRIVEN =
  'A lap without an end was not driven and has no tyres, so its weather is not asked.'

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
  {
    file: 'apps/web/src/features/timing-tower/table/tower-column.ts',
    line: 'const fitting = new Set([0])',
    original: '[0]',
    mutated: '[]',
    reason:
      'Every column has rank 0 beside its own, and the loop adds that without a look at the room.',
  },
  ...[
    [
      'allowed === 0 || Math.abs(one.length - other.length) > allowed',
      'allowed === 0 && Math.abs(one.length - other.length) > allowed',
    ],
    ['allowed === 0 || Math.abs(one.length - other.length) > allowed', 'false'],
    ['Math.abs(one.length - other.length) > allowed', 'false'],
    ['allowed === 0', 'false'],
  ].map(([original = '', mutated = '']) => ({
    file: 'apps/web/src/changes/import/match-name.ts',
    line: 'if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false',
    original,
    mutated,
    reason: 'It saves time: the number of differences alone says the same of names that differ.',
  })),
  {
    file: 'apps/web/src/changes/import/read-cells.ts',
    line: "const [, sign = '', whole, part = '0'] =",
    original: "'0'",
    mutated: '""',
    reason: 'Number reads "98." as 98.',
  },
  {
    file: 'apps/web/src/changes/import/read-cells.ts',
    line: "const [, sign = '', whole, part = '0'] =",
    original: "''",
    mutated: '"Stryker was here!"',
    reason: 'A match always has a sign, which may be empty; without a match it is not used.',
  },
  {
    file: DESCRIBE_LAPS,
    line: '({ lapTimeMs }) => lapTimeMs <= (best?.lapTimeMs ?? 0) * CLEAN_SHARE_MAX,',
    original: 'best?.lapTimeMs',
    mutated: 'best.lapTimeMs',
    reason: 'Where there is a lap to compare there is a best one.',
  },
  {
    file: DESCRIBE_LAPS,
    line: 'if (!best) return []',
    original: '!best',
    mutated: 'false',
    reason: 'A group has a lap; the check is for the types.',
  },
  {
    file: DESCRIBE_LAPS,
    line: 'points.reduce((sum, point) => sum + read(point), 0)',
    original: 'sum + read(point)',
    mutated: 'sum - read(point)',
    reason: 'Every sum is divided by another one: both change their sign.',
  },
  ...["typeof fromMs !== 'number'", "typeof toMs !== 'number'"].map((original) => ({
    file: DRIVEN_LAPS,
    line: UNKNOWN_RACE_LAP,
    original,
    mutated: 'false',
    reason: BOTH_UNKNOWN,
  })),
  {
    file: LAP_CONDITIONS,
    line: 'const tyreClass = compound === null ? null : tyreClassOf(compound)',
    original: 'compound === null',
    mutated: 'false',
    reason: 'No class is known of null either.',
  },
  ...['fromMs === undefined', 'toMs === undefined'].map((original) => ({
    file: LAP_CONDITIONS,
    line: UNKNOWN_LAP,
    original,
    mutated: 'false',
    reason: NOT_DRIVEN,
  })),
  {
    file: LAP_CONDITIONS,
    line: '({ timeMs }) => timeMs > startMs + fromMs && timeMs <= startMs + toMs,',
    original: 'timeMs > startMs + fromMs',
    mutated: 'timeMs >= startMs + fromMs',
    reason: 'What came at the beginning of the lap is the weather before it.',
  },
]
