import { encodeEvent } from '@pitboard/telemetry/encode'
import type { Header } from '@pitboard/telemetry/formats/model'
import type { Format } from '@pitboard/telemetry/formats/registry'

/**
 * Encodes an event of the game with the header of its frame; returns null if the year lacks the event.
 */
export type Announcement = (format: Format, header: Partial<Header>) => Uint8Array | null

const NOT_SET = 255

export function plain(code: 'SSTA' | 'SEND' | 'DRSE' | 'CHQF' | 'LGOT' | 'DRSD'): Announcement {
  return (format, header) => encodeEvent(format, code, header, {})
}

export function startLight(numLights: number): Announcement {
  return (format, header) => encodeEvent(format, 'STLG', header, { numLights })
}

export function fastestLap(vehicleIdx: number, lapTimeMs: number): Announcement {
  const details = { vehicleIdx, lapTimeSeconds: lapTimeMs / 1000 }
  return (format, header) => encodeEvent(format, 'FTLP', header, details)
}

export function retirement(vehicleIdx: number): Announcement {
  const MECHANICAL_FAILURE = 8
  return (format, header) =>
    format < 2025
      ? encodeEvent(format, 'RTMT', header, { vehicleIdx })
      : encodeEvent(format, 'RTMT', header, { vehicleIdx, reason: MECHANICAL_FAILURE })
}

export function driveThroughServed(vehicleIdx: number): Announcement {
  return (format, header) => encodeEvent(format, 'DTSV', header, { vehicleIdx })
}

/** Announces a served stop-go penalty; the time that the car stood is sent from 2025 on. */
export function stopGoServed(vehicleIdx: number, stopTimeSeconds: number): Announcement {
  return (format, header) =>
    format < 2025
      ? encodeEvent(format, 'SGSV', header, { vehicleIdx })
      : encodeEvent(format, 'SGSV', header, { vehicleIdx, stopTimeSeconds })
}

export function raceWinner(vehicleIdx: number): Announcement {
  return (format, header) => encodeEvent(format, 'RCWN', header, { vehicleIdx })
}

export function overtake(overtaking: number, overtaken: number): Announcement {
  const details = { overtakingVehicleIdx: overtaking, beingOvertakenVehicleIdx: overtaken }
  return (format, header) => (format < 2023 ? null : encodeEvent(format, 'OVTK', header, details))
}

export function safetyCar(
  type: 'none' | 'full' | 'virtual',
  phase: 'deployed' | 'returning' | 'returned' | 'resume',
): Announcement {
  const eventType = ['deployed', 'returning', 'returned', 'resume'].indexOf(phase)
  const details = { safetyCarType: ['none', 'full', 'virtual'].indexOf(type), eventType }
  return (format, header) => (format < 2024 ? null : encodeEvent(format, 'SCAR', header, details))
}

/** Red flags came to the game in 2023. */
export const redFlag: Announcement = (format, header) =>
  format < 2023 ? null : encodeEvent(format, 'RDFL', header, {})

/** Announces a flashback, with the frame before it in the header and the target in the payload. */
export function flashback(frame: number, sessionTimeSeconds: number): Announcement {
  const details = { flashbackFrameIdentifier: frame, flashbackSessionTime: sessionTimeSeconds }
  return (format, header) => encodeEvent(format, 'FLBK', header, details)
}

export function buttons(buttonStatus: number): Announcement {
  return (format, header) => encodeEvent(format, 'BUTN', header, { buttonStatus })
}

export function speedTrap(vehicleIdx: number, speedKmh: number): Announcement {
  const details = {
    vehicleIdx,
    speedKmh,
    isOverallFastestInSession: 1,
    isDriverFastestInSession: 1,
    fastestVehicleIdxInSession: vehicleIdx,
    fastestSpeedInSessionKmh: speedKmh,
  }
  return (format, header) => encodeEvent(format, 'SPTP', header, details)
}

export function penalty(
  vehicleIdx: number,
  issued: {
    readonly type: number
    readonly infringement: number
    readonly otherCar: number | null
    readonly seconds: number | null
    readonly lapNum: number
  },
): Announcement {
  const details = {
    penaltyType: issued.type,
    infringementType: issued.infringement,
    vehicleIdx,
    otherVehicleIdx: issued.otherCar ?? NOT_SET,
    timeSeconds: issued.seconds ?? NOT_SET,
    lapNum: issued.lapNum,
    placesGained: NOT_SET,
  }
  return (format, header) => encodeEvent(format, 'PENA', header, details)
}
