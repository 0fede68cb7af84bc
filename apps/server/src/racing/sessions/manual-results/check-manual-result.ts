import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { DocumentDriver, SessionDocument } from '@pitboard/contract/sessions/session-document'
import { TRACK_IDS } from '@pitboard/contract/sessions/track-names'
import { invalidRequest } from '../../../platform/http/api-error.ts'
import { isVisibleText, toOneLine } from '../../../platform/http/sanitize-text.ts'
import { originOf } from './manual-result-detail.ts'

type Fault = { readonly path: string; readonly message: string }

/** The clocks of the sender and the server may differ by this. */
const AHEAD_MS = 60_000
const OLDEST_MS = Date.UTC(1950, 0, 1)
const LONGEST_MS = 24 * 3_600_000
/** The game rounds each sector separately. */
const ROUNDED_MS = 5
const FAULTS_MAX = 20

/**
 * Throws a 400 that lists contradictions and impossible values, which no schema can express. `at` is where the document
 * stands in the request.
 */
export function checkDocument(document: SessionDocument, nowMs: number, at = ''): void {
  const faults = [
    ...sessionFaults(document, nowMs),
    ...carFaults(document.drivers),
    ...placeFaults(document),
    ...nameFaults(document),
    ...document.drivers.flatMap(lapFaults),
  ]
  if (faults.length === 0) return
  throw invalidRequest(
    faults.slice(0, FAULTS_MAX).map(({ path, message }) => ({ path: `${at}${path}`, message })),
  )
}

function sessionFaults(document: SessionDocument, nowMs: number): Fault[] {
  const faults: Fault[] = []
  const { trackId, sessionStartTime, sessionEndTime = null, gameBuild = '' } = document
  if (!TRACK_IDS.includes(trackId)) faults.push({ path: '/trackId', message: 'is no known track' })
  const startMs = Date.parse(sessionStartTime)
  const start = '/sessionStartTime'
  if (Number.isNaN(startMs)) faults.push({ path: start, message: 'is no moment of any calendar' })
  if (startMs < OLDEST_MS) faults.push({ path: start, message: 'is before 1950' })
  if (startMs > nowMs + AHEAD_MS) faults.push({ path: start, message: 'has not come yet' })
  if (sessionEndTime !== null) {
    const lastedMs = Date.parse(sessionEndTime) - startMs
    if (!(lastedMs >= 0 && lastedMs <= LONGEST_MS)) {
      faults.push({ path: '/sessionEndTime', message: 'is not within a day after the start' })
    }
  }
  if (!isReadable(gameBuild)) faults.push({ path: '/gameBuild', message: UNREADABLE })
  return faults
}

function carFaults(drivers: readonly DocumentDriver[]): Fault[] {
  return drivers.flatMap(({ driverIdx }, at) =>
    drivers.findIndex((other) => other.driverIdx === driverIdx) === at
      ? []
      : [{ path: `/drivers/${at}/driverIdx`, message: `is ${driverIdx} of another car too` }],
  )
}

/** Checks that every place is taken once, and that every car that finished has one. */
function placeFaults({ drivers, classification = 'final' }: SessionDocument): Fault[] {
  const faults: Fault[] = []
  for (const field of ['finishingPosition', 'position'] as const) {
    const taken = new Set<number>()
    for (const [at, driver] of drivers.entries()) {
      const place = driver[field] ?? null
      if (place === null) continue
      const path = `/drivers/${at}/${field}`
      if (taken.has(place)) faults.push({ path, message: `is ${place} of another car too` })
      taken.add(place)
    }
  }
  if (classification !== 'final') return faults
  const places = drivers.map((driver) => driver.finishingPosition ?? driver.position ?? null)
  for (const [at, place] of places.entries()) {
    const path = `/drivers/${at}/finishingPosition`
    const isMissing = place === null && drivers[at]?.resultStatus === ResultStatus.Finished
    if (isMissing) faults.push({ path, message: 'is missing of a car that finished' })
    if (place !== null && place > drivers.length) {
      faults.push({ path, message: `is ${place} of ${drivers.length} cars` })
    }
  }
  return faults
}

/**
 * Checks the names. Documents of programs have the game's names, which can repeat; typed names must differ.
 */
function nameFaults(document: SessionDocument): Fault[] {
  const isTyped = originOf(document) === 'hand'
  const known = new Set<string>()
  return document.drivers.flatMap(({ name, team = '' }, at) => {
    const path = `/drivers/${at}/name`
    const faults: Fault[] = []
    const folded = toOneLine(name).toLowerCase()
    if (!isReadable(name)) faults.push({ path, message: UNREADABLE })
    if (!isReadable(team)) faults.push({ path: `/drivers/${at}/team`, message: UNREADABLE })
    if (isTyped && !isVisibleText(name)) faults.push({ path, message: 'holds nothing to be seen' })
    if (isTyped && known.has(folded)) faults.push({ path, message: 'is of another car too' })
    known.add(folded)
    return faults
  })
}

function lapFaults({ lapTimes = [], bestLapTimeMs }: DocumentDriver, at: number): Fault[] {
  const faults = lapTimes.flatMap((lap, index) => {
    const { lapTime, sector1Time = null, sector2Time = null, sector3Time = null } = lap
    if (lapTime === null || sector1Time === null) return []
    if (sector2Time === null || sector3Time === null) return []
    const apartMs = Math.abs(sector1Time + sector2Time + sector3Time - lapTime)
    if (apartMs <= ROUNDED_MS) return []
    const path = `/drivers/${at}/lapTimes/${index}/lapTime`
    return [{ path, message: `is ${apartMs} ms apart from its sectors` }]
  })
  const times = lapTimes.flatMap((lap) =>
    lap.lapTime === null || lap.invalidLap === true ? [] : [lap.lapTime],
  )
  const best = bestLapTimeMs ?? null
  if (best !== null && times.some((time) => time < best)) {
    const path = `/drivers/${at}/bestLapTimeMs`
    faults.push({ path, message: 'is slower than a valid lap' })
  }
  return faults
}

const UNREADABLE = 'holds a character that no page can show'

/** Returns whether PostgreSQL stores the text in JSON: control characters and lone surrogates are refused. */
function isReadable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}
