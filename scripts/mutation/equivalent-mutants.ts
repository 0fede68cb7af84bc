/** No test can notice the mutation, because the program does the same with it. */
export interface EquivalentMutant {
  readonly file: string
  /** It begins in this line, which stands here without indentation. */
  readonly line: string
  /** This part of the line is replaced. */
  readonly original: string
  readonly mutated: string
  readonly reason: string
}

const STORED_SESSION = 'apps/web/src/auth/stored-session.ts'
const FIELD_OF =
  "return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined"
const THROWS = 'Reflect.get throws for what is no object, and the caller takes that for no user.'

const STANDINGS = 'apps/server/src/championship/standings'
const COUNT = `${STANDINGS}/count.ts`
const PREVIEW_ALIASES = `${STANDINGS}/preview-aliases.ts`
const LEDGER = `${STANDINGS}/ledger.ts`
const NAME_SIMILARITY = `${STANDINGS}/name-similarity.ts`
const SCORE = `${STANDINGS}/score.ts`
const NOT_EMPTY = 'A group has a move; the check is for the types.'
const IS_UNIQUE = 'No two of them are equal.'
const WITHOUT_PLACE = 'A car without a place never counts; the check is for the types.'
const NOT_AMONG_SESSIONS = 'No session has the id null; the check is for the types.'
const WITHOUT_LETTERS =
  'If one name alone has no letters, each of the other checks finds the names different.'
const OUTSIDE_OF_NAME = 'Before the first letter there is none that could be the other one.'
const NOT_AMONG_TIERS = 'No tier is null or undefined; the check is for the types.'

const DESCRIBE_LAPS = 'apps/server/src/racing/records/describe-laps.ts'
const DRIVEN_LAPS = 'apps/server/src/racing/records/driven-laps.ts'
const RECORD_ROUTES = 'apps/server/src/racing/records/routes.ts'
const STORE_DRIVEN_LAPS = 'apps/server/src/racing/records/store-driven-laps.ts'
const LAP_CONDITIONS = 'apps/server/src/racing/records/lap-conditions.ts'
const UNKNOWN_RACE_LAP =
  "if (kind !== 'race' || typeof fromMs !== 'number' || typeof toMs !== 'number') return true"
const UNKNOWN_LAP =
  'if (fromMs === null || fromMs === undefined || toMs === null || toMs === undefined) return null'
const BOTH_UNKNOWN =
  'Of a lap with a time both of its ends are known or neither is, and the other check finds that.'
const NOT_DRIVEN =
  'A lap without an end was not driven and has no tyres, so its weather is not asked.'

const LAP_REFERENCE = 'packages/contract/src/comparison/lap-reference.ts'
const NOT_A_LAP =
  'if (sessionId === undefined || driverIdx === undefined || lap === undefined) return []'
const KNOWN_SERVER = 'apps/recorder/src/app/known-server.ts'
const BATTLES = 'apps/web/src/features/outlook/battles.ts'
const TYRE_LIFE = 'apps/web/src/features/outlook/tyre-life.ts'
const SIGN_OUT = 'apps/web/src/auth/sign-out.ts'
const BEGUN_SIGN_INS = 'apps/web/src/auth/begun-sign-ins.ts'

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'packages/telemetry/src/capture/game-datagram.ts',
    line: 'if (size !== undefined && size < bytes.length) return bytes.subarray(0, size)',
    original: 'size < bytes.length',
    mutated: 'size <= bytes.length',
    reason: 'The first bytes of a datagram that is no longer are all of them.',
  },
  ...[
    [
      'sessionId === undefined || driverIdx === undefined || lap === undefined',
      '(sessionId === undefined || driverIdx === undefined) && lap === undefined',
    ],
    [
      'sessionId === undefined || driverIdx === undefined',
      'sessionId === undefined && driverIdx === undefined',
    ],
    ['sessionId === undefined || driverIdx === undefined', 'false'],
    ['sessionId === undefined', 'false'],
    ['driverIdx === undefined', 'false'],
    ['lap === undefined', 'false'],
  ].map(([original = '', mutated = '']) => ({
    file: LAP_REFERENCE,
    line: NOT_A_LAP,
    original,
    mutated,
    reason: 'A text that matches has all of its parts, another one none.',
  })),
  {
    file: LAP_REFERENCE,
    line: 'const [, sessionId, driverIdx, lap] = REFERENCE.exec(part.trim()) ?? []',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'The first part of a match, the whole of it, is not used.',
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
    file: 'apps/web/src/features/import/match-name.ts',
    line: 'if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false',
    original,
    mutated,
    reason: 'It saves time: the number of differences alone says the same of names that differ.',
  })),
  {
    file: 'apps/web/src/features/import/read-cells.ts',
    line: "const [, sign = '', whole, part = '0'] =",
    original: "'0'",
    mutated: '""',
    reason: 'Number reads "98." as 98.',
  },
  {
    file: 'apps/web/src/features/import/read-cells.ts',
    line: "const [, sign = '', whole, part = '0'] =",
    original: "''",
    mutated: '"Stryker was here!"',
    reason: 'A match always has a sign, which may be empty; without a match it is not used.',
  },
  {
    file: COUNT,
    line: "if (role !== 'race' || position === null || !counts) continue",
    original: 'position === null',
    mutated: 'false',
    reason: WITHOUT_PLACE,
  },
  {
    file: COUNT,
    line: 'for (let index = 0; index < places; index++) {',
    original: 'index < places',
    mutated: 'index <= places',
    reason: 'Behind the last place both have none.',
  },
  {
    file: PREVIEW_ALIASES,
    line: 'if (!first) return []',
    original: '!first',
    mutated: 'false',
    reason: NOT_EMPTY,
  },
  {
    file: PREVIEW_ALIASES,
    line: 'if (!first) return []',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: NOT_EMPTY,
  },
  {
    file: PREVIEW_ALIASES,
    line: 'if (to === undefined || to === key) return []',
    original: 'to === undefined',
    mutated: 'false',
    reason: 'Aliases remove no result, so each has a driver afterwards.',
  },
  ...[
    ['!row', 'false'],
    ['[]', '["Stryker was here"]'],
  ].map(([original = '', mutated = '']) => ({
    file: PREVIEW_ALIASES,
    line: 'if (!row) return []',
    original,
    mutated,
    reason: 'A place is one of a row before or after; the check is for the types.',
  })),
  {
    file: `${STANDINGS}/suggest-merges.ts`,
    line: '(a, b) => b.score - a.score || (`${a.name} ${a.alias}` < `${b.name} ${b.alias}` ? -1 : 1),',
    original: '`${a.name} ${a.alias}` < `${b.name} ${b.alias}`',
    mutated: '`${a.name} ${a.alias}` <= `${b.name} ${b.alias}`',
    reason: IS_UNIQUE,
  },
  {
    file: `${STANDINGS}/suggest-merges.ts`,
    line: 'return Array.from(traces.values()).toSorted((a, b) => (a.key < b.key ? -1 : 1))',
    original: 'a.key < b.key',
    mutated: 'a.key <= b.key',
    reason: IS_UNIQUE,
  },
  {
    file: `${STANDINGS}/table.ts`,
    line: 'races.filter(({ position, counts }) => counts && position !== null && position <= place).length',
    original: 'position !== null',
    mutated: 'true',
    reason: WITHOUT_PLACE,
  },
  {
    file: `${STANDINGS}/classify.ts`,
    line: 'const ms = (timeOf(role, car) ?? Number.MAX_SAFE_INTEGER / 2) + addedMs',
    original: 'Number.MAX_SAFE_INTEGER / 2',
    mutated: 'Number.MAX_SAFE_INTEGER * 2',
    reason: 'Either is longer than any lap.',
  },
  ...[
    [
      'return ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || (a.sessionId < b.sessionId ? -1 : 1)',
      'a.sessionId < b.sessionId',
      'a.sessionId <= b.sessionId',
    ],
    ['.toSorted((a, b) => (a.id < b.id ? -1 : 1))', 'a.id < b.id', 'a.id <= b.id'],
  ].map(([line = '', original = '', mutated = '']) => ({
    file: LEDGER,
    line,
    original,
    mutated,
    reason: IS_UNIQUE,
  })),
  {
    file: LEDGER,
    line: 'const at = sessionId === null ? undefined : eventOf.get(sessionId)',
    original: 'sessionId === null',
    mutated: 'false',
    reason: NOT_AMONG_SESSIONS,
  },
  {
    file: LEDGER,
    line: 'const from = at === undefined ? undefined : driven.find((index) => index >= at)',
    original: 'at === undefined',
    mutated: 'false',
    reason: 'No number is at least undefined, so none is found either.',
  },
  {
    file: LEDGER,
    line: '? isHere && name !== null && resolveName(name) === key',
    original: 'name !== null',
    mutated: 'true',
    reason: 'Points without a session have a name; the check is for the types.',
  },
  {
    file: LEDGER,
    line: "'practice',",
    original: "'practice'",
    mutated: '""',
    reason: 'A role that is not in the list comes before all others, as practice does.',
  },
  ...[
    ["plainA === '' || plainB === ''", "plainA === '' && plainB === ''"],
    ["plainA === ''", 'false'],
    ["plainB === ''", 'false'],
    ["''", '"Stryker was here!"'],
  ].map(([original = '', mutated = '']) => ({
    file: NAME_SIMILARITY,
    line: "if (plainA === '' || plainB === '') return null",
    original,
    mutated,
    reason: WITHOUT_LETTERS,
  })),
  {
    file: NAME_SIMILARITY,
    line: "const parts = name.replaceAll(TAG_IN_BRACKETS, ' ').split(SEPARATOR)",
    original: "' '",
    mutated: '""',
    reason: 'Blanks are not letters of the name.',
  },
  {
    file: NAME_SIMILARITY,
    line: 'const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]',
    original: 'Math.max(a.length, b.length)',
    mutated: 'Math.min(a.length, b.length)',
    reason: 'The length saves time: names that differ by three letters have a distance of three.',
  },
  {
    file: NAME_SIMILARITY,
    line: 'if (shorter <= COMPARED_LETTERS_MIN || longer - shorter > 2) return false',
    original: 'longer - shorter > 2',
    mutated: 'false',
    reason: 'The length saves time: names that differ by three letters have a distance of three.',
  },
  {
    file: NAME_SIMILARITY,
    line: 'let before: number[] = []',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'It is read from the second letter on, when it has been replaced.',
  },
  ...[
    ['i > 1 && j > 1', 'true'],
    ['i > 1 && j > 1', 'i > 1 || j > 1'],
    ['i > 1', 'true'],
    ['i > 1', 'i >= 1'],
    ['j > 1', 'true'],
    ['j > 1', 'j >= 1'],
  ].map(([original = '', mutated = '']) => ({
    file: NAME_SIMILARITY,
    line: 'const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]',
    original,
    mutated,
    reason: OUTSIDE_OF_NAME,
  })),
  {
    file: `${STANDINGS}/roster-entries.ts`,
    line: 'const indexAt = (id: string | null) => (id === null ? undefined : indexOf.get(id))',
    original: 'id === null',
    mutated: 'false',
    reason: 'No event has the id null; the check is for the types.',
  },
  {
    file: LEDGER,
    line: 'return own !== undefined && tiers.includes(own) ? own : null',
    original: 'own !== undefined',
    mutated: 'true',
    reason: NOT_AMONG_TIERS,
  },
  ...['tier !== null', 'tier !== undefined', 'tier !== null && tier !== undefined'].map(
    (original) => ({
      file: LEDGER,
      line: 'tier !== null && tier !== undefined && tiers.includes(tier) ? tier : undefined',
      original,
      mutated: 'true',
      reason: NOT_AMONG_TIERS,
    }),
  ),
  {
    file: SCORE,
    line: 'return position === null ? 0 : (list[position - 1] ?? 0)',
    original: 'position === null',
    mutated: 'false',
    reason: 'Before the first place of a list there is none, which is worth nothing too.',
  },
  {
    file: SCORE,
    line: 'return cars.find(({ position }) => position === 1)?.car.numberOfLaps ?? 0',
    original: 'position === 1',
    mutated: 'true',
    reason: 'The winner is the first car; without a winner no laps are compared.',
  },
  {
    file: SCORE,
    line: "if (role === 'practice') return { list: [], distance: 'full' }",
    original: "'full'",
    mutated: '""',
    reason: 'Practice pays no place that could show the distance.',
  },
  {
    file: SCORE,
    line: "if (role !== 'race' || plannedLaps === 0 || isLive)",
    original: 'plannedLaps === 0',
    mutated: 'false',
    reason: 'A share of no laps is infinite or not a number, and less than none of the limits.',
  },
  {
    file: SCORE,
    line: 'if (withinPosition !== null && (one.position === null || one.position > withinPosition)) {',
    original: 'one.position === null',
    mutated: 'false',
    reason: WITHOUT_PLACE,
  },
  {
    file: SCORE,
    line: 'if (!isRace(role)) return []',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'What is not a car is none of the cars that have the fastest lap.',
  },
  {
    file: SCORE,
    line: '({ car, position }) => position !== null && car.bestLapTimeMs !== null,',
    original: 'car.bestLapTimeMs !== null',
    mutated: 'true',
    reason: 'An unknown time counts as infinite, and is never equal to the best one.',
  },
  {
    file: DESCRIBE_LAPS,
    line: 'if (!best) return []',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'A group has a lap; the check is for the types.',
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
    file: DRIVEN_LAPS,
    line: '(INVALIDATING.get(penaltyType) ?? []).map((offset) => lapNum + offset),',
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'A text is not the number of a lap.',
  },
  ...[
    ['row?.is_in_records', 'row.is_in_records'],
    ['false', 'true'],
  ].map(([original = '', mutated = '']) => ({
    file: RECORD_ROUTES,
    line: 'return { isInRecords: row?.is_in_records ?? false }',
    original,
    mutated,
    reason: 'A user who is signed in has a row; the check is for the types.',
  })),
  {
    file: STORE_DRIVEN_LAPS,
    line: 'if (rows.length === 0) return',
    original: 'rows.length === 0',
    mutated: 'false',
    reason:
      'It saves time: the traces of a session without a changed lap decide what they did before.',
  },
  {
    file: STORE_DRIVEN_LAPS,
    line: "[row.user_id, row.track_id, row.game_version, row.session_kind].join(' ')",
    original: "' '",
    mutated: '""',
    reason: 'The year has four digits, so the parts are as different without blanks.',
  },
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
  ...[
    ["address === null || address === ''", 'false'],
    ["address === null || address === ''", "address === null && address === ''"],
    ['address === null', 'false'],
    ["address === ''", 'false'],
  ].map(([original = '', mutated = '']) => ({
    file: KNOWN_SERVER,
    line: "if (address === null || address === '') continue",
    original,
    mutated,
    reason: 'What is not an address is refused by the check that follows, and passed over as well.',
  })),
  {
    file: 'apps/web/src/auth/begin.ts',
    line: "return callback.kind === 'tokens' && callback.type === 'recovery' ? '/resetPasswordConfirm' : href",
    original: "callback.kind === 'tokens'",
    mutated: 'true',
    reason: 'No other callback has a type.',
  },
  ...[
    ["if (!('serviceWorker' in navigator)) return", "!('serviceWorker' in navigator)", 'false'],
    [
      'await (await registration?.pushManager.getSubscription())?.unsubscribe()',
      '(await registration?.pushManager.getSubscription())?.unsubscribe',
      '(await registration?.pushManager.getSubscription()).unsubscribe',
    ],
    [
      'await (await registration?.pushManager.getSubscription())?.unsubscribe()',
      'registration?.pushManager',
      'registration.pushManager',
    ],
  ].map(([line = '', original = '', mutated = '']) => ({
    file: SIGN_OUT,
    line,
    original,
    mutated,
    reason: 'The error is caught: whatever happens to notifications, the user is signed out.',
  })),
  {
    file: BEGUN_SIGN_INS,
    line: "const stored: unknown = JSON.parse(readStored(STORED) ?? '[]')",
    original: "'[]'",
    mutated: '""',
    reason: 'An empty text is not JSON, which counts as no sign-in.',
  },
  ...[
    'return (Array.isArray(stored) ? stored : []).filter(isBegun).filter(isRecent)',
    'return []',
  ].map((line) => ({
    file: BEGUN_SIGN_INS,
    line,
    original: '[]',
    mutated: '["Stryker was here"]',
    reason: 'A text is no sign-in: it is passed over when it is read.',
  })),
  {
    file: BATTLES,
    line: 'const ahead = driver?.position ? carAt(session, driver.position - 1) : null',
    original: 'driver?.position',
    mutated: 'driver.position',
    reason: 'A place of the order has a driver; the check is for the types.',
  },
  ...['false', '!driver && !ahead'].map((mutated) => ({
    file: BATTLES,
    line: 'if (!driver || !ahead || !chase) continue',
    original: '!driver || !ahead',
    mutated,
    reason: 'Without one of the two there is no chase; the check is for the types.',
  })),
  {
    file: BATTLES,
    line: 'if (last?.at(-1)?.driverIdx === ahead.driverIdx) last.push(fighter)',
    original: 'last?.at(-1)?.driverIdx',
    mutated: 'last?.at(-1).driverIdx',
    reason: 'A battle has a fighter; the check is for the types.',
  },
  {
    file: BATTLES,
    line: 'const isEarly = own !== null && lapMs < own / 2',
    original: 'own !== null',
    mutated: 'true',
    reason: 'Half of an unknown time is 0, and no time is less.',
  },
  ...['gapMs === null', 'own === null'].map((original) => ({
    file: BATTLES,
    line: 'if (gapMs === null || gapBeforeMs === null || own === null || other === null) return null',
    original,
    mutated: 'false',
    reason:
      'A car in a battle has a gap, and one without a last lap has no end of that lap to measure at.',
  })),
  ...[
    ['own === null || other === null', 'own === null && other === null'],
    ['own === null', 'false'],
    ['other === null', 'false'],
  ].map(([original = '', mutated = '']) => ({
    file: BATTLES,
    line: 'return own === null || other === null ? null : own - other',
    original,
    mutated,
    reason: 'One known end alone is a gap of whole laps, which is no battle either.',
  })),
  {
    file: BATTLES,
    line: "return changeMs < 0 ? 'closing' : 'fallingBack'",
    original: 'changeMs < 0',
    mutated: 'changeMs <= 0',
    reason: 'A small change was steady before.',
  },
  ...[
    ['lapNum - meanLap', 'lapNum + meanLap'],
    ['lapTime - meanTime', 'lapTime + meanTime'],
  ].map(([original = '', mutated = '']) => ({
    file: TYRE_LIFE,
    line: 'products += (lapNum - meanLap) * (lapTime - meanTime)',
    original,
    mutated,
    reason: 'The other factor is a difference from its mean, and these add up to 0.',
  })),
  {
    file: TYRE_LIFE,
    line: 'return error > ERROR_MAX_MS ? null : slope',
    original: 'error > ERROR_MAX_MS',
    mutated: 'error >= ERROR_MAX_MS',
    reason: 'A root of measured times is never exactly the limit.',
  },
]
