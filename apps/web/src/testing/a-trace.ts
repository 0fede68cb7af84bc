import { ofEachChannel } from '@pitboard/contract/traces/trace-channels'
import type { LapTrace } from '@pitboard/contract/traces/lap-traces'

interface KnownOfTrace extends Partial<Omit<LapTrace, 'channels'>> {
  readonly channels?: Partial<LapTrace['channels']>
}

/** Returns a lap of 90 s of which only the named channels are known. */
export function aTrace({ channels, ...known }: KnownOfTrace = {}): LapTrace {
  return {
    sessionId: '01900000-0000-7000-8000-000000000001',
    trackId: 7,
    trackName: 'Silverstone',
    trackLengthM: 5_000,
    sessionType: 18,
    sessionStartTime: '2026-01-01T00:00:00.000Z',
    gameVersion: 2025,
    driverIdx: 0,
    name: 'Ada',
    team: '',
    teamColour: '',
    lapNum: 3,
    lapTimeMs: 90_000,
    sector1TimeMs: null,
    sector2TimeMs: null,
    sector3TimeMs: null,
    isValid: true,
    tyreCompound: null,
    flags: [],
    sampleHz: 60,
    distanceM: [],
    ...known,
    channels: { ...NO_CHANNELS, ...channels },
  }
}

const NO_CHANNELS: LapTrace['channels'] = ofEachChannel(() => null)
