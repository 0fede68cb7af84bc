import type { TrackMarks } from '@pitboard/contract/live/live'
import type { TrackedSession } from '../state/state.ts'
import { withoutCopy } from './driver.ts'

const YELLOW = 3

/** Returns the pit lane, where sectors begin, and the marshal zones under a yellow or red flag. */
export function trackMarksOf(session: TrackedSession): TrackMarks {
  const { info, pitLane } = session
  const { trackLength, numMarshalZones, marshalZones } = info
  const zones = marshalZones.slice(0, numMarshalZones)
  return {
    pitLane: withoutCopy(pitLane),
    sectorStarts: sectorStartsOf(session),
    flaggedZones: zones.flatMap((zone, place) => {
      const { zoneStart, zoneFlag } = zone
      const nextStart = (zones[place + 1] ?? zones[0] ?? zone).zoneStart
      const isKnown = isShare(zoneStart) && isShare(nextStart)
      if (zoneFlag < YELLOW || !isKnown) return []
      const from = Math.round(zoneStart * trackLength)
      return [{ from, to: Math.round(nextStart * trackLength), isRed: zoneFlag > YELLOW }]
    }),
  }
}

function sectorStartsOf({ info, sectorStarts }: TrackedSession): [number, number] | null {
  const second = info.sector2LapDistanceStart ?? sectorStarts[0]
  const third = info.sector3LapDistanceStart ?? sectorStarts[1]
  if (second === null || third === null) return null
  if (!(second > 0 && second < third && third < info.trackLength)) return null
  return [Math.round(second), Math.round(third)]
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1
}
