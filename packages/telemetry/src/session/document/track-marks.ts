import type { TrackMarks } from '@pitboard/contract/live/live'
import type { SessionInfo, TrackedSession } from '../state/state.ts'
import { withoutCopy } from './driver.ts'

const YELLOW = 3

/** The pit lane, where sectors begin (from 2024), and the marshal zones under a yellow or red flag. */
export function trackMarksOf({ info, pitLane }: TrackedSession): TrackMarks {
  const { trackLength, numMarshalZones, marshalZones } = info
  const zones = marshalZones.slice(0, numMarshalZones)
  return {
    pitLane: withoutCopy(pitLane),
    sectorStarts: sectorStartsOf(info),
    flaggedZones: zones.flatMap(({ zoneStart, zoneFlag }, place) => {
      const nextStart = zones[place + 1]?.zoneStart ?? zones[0]?.zoneStart ?? 0
      const isKnown = isShare(zoneStart) && isShare(nextStart)
      if (zoneFlag < YELLOW || !isKnown) return []
      const from = Math.round(zoneStart * trackLength)
      return [{ from, to: Math.round(nextStart * trackLength), isRed: zoneFlag > YELLOW }]
    }),
  }
}

function sectorStartsOf(info: SessionInfo): [number, number] | null {
  const { sector2LapDistanceStart: second, sector3LapDistanceStart: third, trackLength } = info
  if (second === undefined || third === undefined) return null
  if (!(second > 0 && second < third && third < trackLength)) return null
  return [Math.round(second), Math.round(third)]
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1
}
