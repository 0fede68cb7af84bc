import { itemAt } from '@pitboard/contract/wire/item-at'
import {
  FILTER_FIELDS,
  type FilterField,
  OPERATORS_OF,
  SORTABLE_FIELDS,
} from '@pitboard/contract/sessions/filter-fields'

export interface FilterQuery {
  readonly filters: string
  readonly sorts?: string
  readonly page?: number
}

export interface FilterKind {
  /** Kinds of one group are one row of the table. */
  readonly group: string
  readonly what: string
  /** Returns the n-th query. */
  readonly query: (n: number) => FilterQuery
}

/** Rows have these values, the rare ones and the frequent ones. */
const VALUES: Readonly<Record<FilterField, readonly string[]>> = {
  id: ids('4', 7_919),
  internalSessionId: numbers(17, 131_071),
  sessionId: ['5', '77', '1234', '40391', '8'],
  userId: ids('1', 997),
  userName: ['max', 'apex', 'Łukasz', 'zoe', 'a1', 'kerb 3', 'lando 7f', 'nobody', 'max 12'],
  trackId: numbers(1, 3),
  trackName: ['spa', 'silverstone', 'portimao', 'mon', 'a', 'reverse'],
  sessionType: ['10', '1', '5', '12', '9', '2'],
  numberOfLaps: ['5', '29', '50', '57', '70', '0', '80'],
  sessionStartTime: [
    '2022-03-05',
    '2023-01-01',
    '2024-07-01T20:00:00Z',
    '2025-06-01',
    '2025-12-20',
  ],
  sessionEndTime: ['2022-03-05', '2023-01-01', '2025-06-01', '2025-12-20', 'null'],
  gameVersion: ['2022', '2023', '2024', '2025', '2026'],
  gameBuild: ['1.0', '1.7', '1.18', '1.1', '2'],
  packetFormat: ['2022', '2023', '2025', '2026'],
  isMultiplayer: ['true', 'false'],
  seasonLinkIdentifier: ['0', '481', '123456789', '3000000000'],
  weekendLinkIdentifier: ['0', '17', '1700017', '4000000'],
  sessionLinkIdentifier: ['2654435761', '5', '4000000000', '100000'],
  startTrackTemp: ['18', '30', '47', '60'],
  startAirTemp: ['12', '22', '33', '40'],
  startWeather: ['0', '3', '5', '1'],
  framesSeen: ['0.05', '0.5', '0.99', '1', 'null'],
  lapsMissing: ['0', '1', '150', '298', 'null'],
  classification: ['final', 'provisional', 'null', 'prov'],
}

/** The queries are each field with each of its operators, several fields together, sorts and deep pages. */
export const FILTER_KINDS: readonly FilterKind[] = [...eachField(), ...together(), ...sorted()]

function* eachField(): Generator<FilterKind> {
  for (const field of names()) {
    const values = VALUES[field]
    for (const operator of OPERATORS_OF[FILTER_FIELDS[field].kind]) {
      const fitting = ['==', '!='].includes(operator)
        ? values
        : values.filter((value) => value !== 'null')
      yield {
        group: field,
        what: `${field}${operator}`,
        query: (n) => ({ filters: `${field}${operator}${pick(fitting, n)}` }),
      }
    }
  }
}

function* together(): Generator<FilterKind> {
  const two: readonly (readonly [string, (n: number) => string])[] = [
    [
      'the example',
      (n) =>
        `trackId==${n % 33},sessionType==10,userName@=max,numberOfLaps>=10,sessionStartTime>2024-01-01`,
    ],
    ['a user or a track', (n) => `userName@=${pick(VALUES.userName, n)}|trackId==${n % 33}`],
    [
      'tracks of a list',
      (n) => `trackId==${n % 33}|${(n + 5) % 33}|${(n + 9) % 33},sessionType!=10`,
    ],
    [
      'groups',
      (n) => `(trackId==${n % 33},sessionType==5)|(trackId==${(n + 2) % 33},numberOfLaps==50)`,
    ],
    ['a name and a track', (n) => `userName==Apex ${n},trackName_=${pick(VALUES.trackName, n)}`],
    [
      'wet, long, online',
      (n) => `startWeather>=3,numberOfLaps>=${pick(VALUES.numberOfLaps, n)},isMultiplayer==true`,
    ],
    ['gaps in old ones', (n) => `lapsMissing>${n % 300},gameVersion==2022`],
    [
      'a month of one type',
      (n) =>
        `sessionStartTime>=2023-0${1 + (n % 9)}-01,sessionStartTime<2023-0${1 + (n % 9)}-28,sessionType==12`,
    ],
    ['not these', (n) => `trackId!=${n % 33}|${(n + 1) % 33},userName!@=max,classification==final`],
    [
      'many of one field',
      (n) => `trackId==${Array.from({ length: 45 }, (_, i) => (n + i) % 60).join('|')}`,
    ],
    ['either of two fields', (n) => `(userName|trackName)@=${pick(VALUES.userName, n)}`],
    ['rare and rare', (n) => `framesSeen<0.05,startWeather==5,startTrackTemp>${40 + (n % 7)}`],
  ]
  for (const [what, filters] of two)
    yield { group: 'several fields', what, query: (n) => ({ filters: filters(n) }) }
}

function* sorted(): Generator<FilterKind> {
  const filters = [
    '',
    'trackId==7',
    'sessionType==10,numberOfLaps>=50',
    'userName@=max',
    'gameVersion==2022',
  ]
  for (const field of SORTABLE_FIELDS) {
    for (const sign of ['', '-']) {
      const sorts = `${sign}${field}`
      yield {
        group: 'sorted',
        what: `sorted by ${sorts}`,
        query: (n) => ({ filters: pick(filters, n), sorts }),
      }
    }
  }
  yield {
    group: 'sorted',
    what: 'sorted by three',
    query: (n) => ({ filters: pick(filters, n), sorts: '-gameVersion,trackId,-numberOfLaps' }),
  }
  yield { group: 'deep pages', what: 'deep pages', query: (n) => ({ filters: '', page: deep(n) }) }
  yield {
    group: 'deep pages',
    what: 'deep pages, filtered',
    query: (n) => ({ filters: pick(filters, n), page: deep(n) }),
  }
  yield {
    group: 'deep pages',
    what: 'deep pages, sorted',
    query: (n) => ({ filters: pick(filters, n), sorts: '-numberOfLaps', page: deep(n) }),
  }
}

/** Returns the page of the n-th request, down to the deepest page of 100 sessions, which is what a page has by default. */
function deep(n: number): number {
  return 1 + ((n * 37) % 100)
}

function names(): FilterField[] {
  return Object.keys(FILTER_FIELDS).filter((name): name is FilterField => name in VALUES)
}

function pick(values: readonly string[], n: number): string {
  return itemAt(values, n % values.length)
}

function numbers(step: number, by: number): string[] {
  return Array.from({ length: 7 }, (_, n) => String(step + n * by))
}

function ids(kind: string, step: number): string[] {
  return Array.from({ length: 7 }, (_, n) => {
    return `0190a000-000${kind}-7000-8000-${(1 + n * step).toString(16).padStart(12, '0')}`
  })
}
