import type { LapCategory } from '@pitboard/contract/records/lap-category'
import type {
  DrivenLap,
  LapRecord,
  LapStatistics,
  PersonalBest,
} from '@pitboard/contract/records/records'
import { trackName } from '@pitboard/contract/sessions/track-names'
import { WITHHELD_REASONS } from '@pitboard/contract/records/records'

const CATEGORY: LapCategory = {
  trackId: 10,
  gameVersion: 2025,
  sessionKind: 'race',
  tyreClass: 'dry',
  weather: 'dry',
  formula: 'f1',
  performance: 'standard',
}

const LAP: DrivenLap = {
  sessionId: idOf(1),
  driverIdx: 3,
  lapNum: 7,
  lapTimeMs: 90_123,
  sector1TimeMs: 30_000,
  sector2TimeMs: 30_000,
  sector3TimeMs: 30_123,
  tyreCompound: 16,
  tyreAgeLaps: 4,
  hasTrace: true,
  isProven: true,
  assists: null,
  drivenAt: '2026-03-08T20:00:00.000Z',
}

export const RECORD: LapRecord = {
  ...LAP,
  userId: idOf(10),
  username: 'Marisol',
  avatarUrl: null,
}

/** Makes a full list, with short and long names. */
export function makeRecords(length: number): LapRecord[] {
  const names = ['Max', 'Francesca Montgomery-Whitfield', 'Łukasz', 'Ünal', 'Bo']
  return Array.from({ length }, (_, index) => ({
    ...RECORD,
    userId: idOf(10 + index),
    sessionId: idOf(200 + index),
    lapNum: 2 + (index % 40),
    username: names[index % names.length] ?? '',
    lapTimeMs: 90_123 + index * 417,
    tyreCompound: 16 + (index % 3),
    hasTrace: index % 4 !== 2,
  }))
}

export function aPersonalBest(parts: Partial<LapCategory>, lap: Partial<DrivenLap> = {}) {
  const category = { ...CATEGORY, ...parts }
  const best: PersonalBest = {
    ...category,
    trackName: trackName(category.trackId),
    best: { ...LAP, ...lap },
  }
  return best
}

/** The statistics cover some months of practice and contain every reason for withholding a lap. */
export const STATISTICS: LapStatistics = {
  laps: 41,
  best: LAP,
  theoreticalBestMs: 89_900,
  cleanLaps: 38,
  medianMs: 91_000,
  deviationMs: 412.3,
  miniSectorBest: { timeMs: 89_512, laps: 31 },
  progress: [92_400, 91_100, 91_500, 90_123].map((bestMs, index) => ({
    sessionId: idOf(4 - index),
    drivenAt: `2026-03-0${index + 5}T20:00:00.000Z`,
    bestMs,
    medianMs: bestMs + 900,
    laps: 12,
    driverIdx: 3,
    lapNum: index + 4,
    hasTrace: true,
  })),
  tyrePace: [16, 17, 18].map((tyreCompound, index) => ({
    tyreCompound,
    laps: 24 + index,
    lossPerLapMs: 92.4 - index * 20,
    confidenceMs: 11,
  })),
  withheld: WITHHELD_REASONS.map((reason, index) => ({ ...LAP, lapNum: 9 + index, reason })),
}

export const NO_STATISTICS: LapStatistics = {
  laps: 0,
  best: null,
  theoreticalBestMs: null,
  miniSectorBest: null,
  cleanLaps: 0,
  medianMs: null,
  deviationMs: null,
  progress: [],
  tyrePace: [],
  withheld: [],
}

export function idOf(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
}
