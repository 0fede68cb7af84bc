import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { LapFlag } from '@pitboard/contract/traces/lap-traces'
import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { FrameHeader } from '../formats/format-table.ts'
import { PLAYER_CAR_PARTS, type PlayerCarPart } from '../formats/player-car.ts'
import { CARS_MAX } from '../formats/registry.ts'
import type { PacketKind } from '../formats/model.ts'
import { viewOf } from '../layout/reader.ts'
import type { CarState as Car, TrackedSession } from '../session/state/state.ts'
import { frameIn, isVoided } from '../session/stream/order.ts'
import { type CutLap, cutLap } from './car-laps.ts'
import {
  addAero,
  addControls,
  addEnergy,
  addPlace,
  addTiming,
  type CarSamples,
  CarState,
  createCarSamples,
  dropSamplesAfter,
  dropSamplesBefore,
  oldestMs,
  Position,
  type SampleMoment,
} from './car-samples.ts'
import { valueAt } from './series.ts'
import { findTraceLayout, type PlayerCarLayout, type SentRow } from './trace-decoder.ts'
import { NO_VALUE, type TraceColumnData, type TracedLap } from './traced-lap.ts'
import type { TraceChannel } from '@pitboard/contract/traces/trace-channels'

/** The packets of the frame after the line may arrive after its timing. */
const SETTLED_MS = 1_000
/** A longer lap has a trace of its end only. */
const LAP_MS_MAX = 10 * 60_000
const DROP_EVERY_MS = 1_000
/** It is the number of the middle sector as the game counts. */
const MIDDLE_SECTOR = 1
/** If nothing arrived for so much longer than the session time that passed, the game was paused. */
const PAUSE_MS = 2_000

/** Makes the traces of one session, from the datagrams that its tracker has processed. */
export interface SessionTraces {
  /** Call it after the tracker has processed the datagram. */
  push(session: TrackedSession, bytes: Uint8Array, atMs: number): void
  /** Returns the traces of the laps that the session's document has. */
  finish(session: TrackedSession, detail: SessionDetail): TracedLap[]
}

interface CarTraces {
  readonly samples: CarSamples
  readonly laps: CutLap[]
  /** The keys are laps. */
  readonly tyreAges: Map<number, number>
  /** It is the lap of the last sample. */
  lapNum: number
  /** At this session time the lap before was complete; null if it is cut already. */
  completeAtMs: number | null
  /** At this session time the next search for samples that are too old is due. */
  dropsAtMs: number
}

/** Creates the traces of a session, which are made while its datagrams arrive (docs/lap-traces.md). */
export function createSessionTraces(): SessionTraces {
  const cars: (CarTraces | undefined)[] = []
  const rewindsMs: number[] = []
  let newestMs = 0
  let timing: { readonly timeMs: number; readonly atMs: number } | null = null

  function carAt(idx: number): CarTraces {
    return (cars[idx] ??= {
      samples: createCarSamples(),
      laps: [],
      tyreAges: new Map(),
      lapNum: 0,
      completeAtMs: null,
      dropsAtMs: 0,
    })
  }

  /** Removes what a flashback has undone, because that is not a part of any lap. */
  function rewind(timeMs: number): void {
    rewindsMs.push(timeMs)
    timing = null
    for (const car of cars) {
      if (!car) continue
      dropSamplesAfter(car.samples, timeMs)
      while ((car.laps.at(-1)?.endMs ?? -Infinity) > timeMs) car.laps.pop()
      const { positions } = car.samples
      const last = positions.length - 1
      car.lapNum = last < 0 ? 0 : valueAt(positions, last, Position.lap)
      if (car.completeAtMs !== null && car.completeAtMs > timeMs) car.completeAtMs = null
      car.dropsAtMs = timeMs
    }
  }

  function cut(car: CarTraces, lapNum: number, lengthM: number): void {
    const lap = cutLap(car.samples, lapNum, lengthM, rewindsMs)
    car.completeAtMs = null
    if (lap === null) return
    // A session that had ended may continue.
    if (car.laps.at(-1)?.lapNum === lapNum) car.laps.pop()
    car.laps.push(lap)
    // A flashback may go back into this lap.
    dropSamplesBefore(car.samples, lap.startMs - SETTLED_MS)
  }

  /** Cuts the laps that timing has completed. */
  function followLap(session: TrackedSession, car: CarTraces, timeMs: number): void {
    const { positions } = car.samples
    const lapNum = valueAt(positions, positions.length - 1, Position.lap)
    if (lapNum > car.lapNum) {
      if (car.completeAtMs !== null) cut(car, car.lapNum - 1, session.info.trackLength)
      // The car may have completed several laps during an outage, and each of them is cut.
      const known = car.lapNum === 0 ? lapNum : car.lapNum
      for (let past = known; past < lapNum - 1; past++) cut(car, past, session.info.trackLength)
      car.completeAtMs = car.lapNum === 0 ? null : timeMs
      car.lapNum = lapNum
    } else if (car.completeAtMs !== null && timeMs - car.completeAtMs > SETTLED_MS) {
      cut(car, car.lapNum - 1, session.info.trackLength)
    }
    // A car that stands in the garage for hours does not fill the memory.
    if (timeMs < car.dropsAtMs) return
    if (timeMs - oldestMs(car.samples) > 2 * LAP_MS_MAX) {
      dropSamplesBefore(car.samples, timeMs - LAP_MS_MAX)
    }
    car.dropsAtMs = timeMs + DROP_EVERY_MS
  }

  function addPlayerCar(
    session: TrackedSession,
    view: DataView,
    { at, carIdxAt, partsAt, read }: PlayerCarLayout,
    timeMs: number,
    receivedMs: number,
  ): void {
    const carIdx = view.getUint8(carIdxAt)
    if (session.cars[carIdx]?.tookPart !== true) return
    const car = carAt(carIdx)
    const parts = view.getUint8(partsAt)
    const rowOf = (part: PlayerCarPart): SentRow | null =>
      (parts & (1 << PLAYER_CAR_PARTS.indexOf(part))) === 0 ? null : { read: read[part], view, at }
    const lapData = rowOf('lapData')
    if (lapData) {
      addTiming(car.samples, { timeMs, receivedMs, state: validityOf(session, carIdx) }, lapData)
      followLap(session, car, timeMs)
    }
    const carTelemetry = rowOf('carTelemetry')
    if (carTelemetry) addControls(car.samples, timeMs, carTelemetry)
    const motion = rowOf('motion')
    if (motion) addPlace(car.samples, timeMs, motion)
    const carStatus = rowOf('carStatus')
    if (carStatus) addEnergy(car.samples, timeMs, carStatus)
  }

  function push(session: TrackedSession, bytes: Uint8Array, atMs: number): void {
    if (session.order.timeMs < newestMs) rewind(session.order.timeMs)
    newestMs = session.order.timeMs
    const layout = findTraceLayout(bytes)
    if (layout === null) return
    const view = viewOf(bytes)
    const header = layout.readHeader(view)
    const { kind } = layout
    if (!isAccepted(session, kind, header)) return
    const timeMs = header.sessionTime * 1000
    if (kind === 'playerCar') {
      addPlayerCar(session, view, layout, timeMs, atMs)
      return
    }
    const isAfterPause =
      kind === 'lapData' &&
      timing !== null &&
      atMs - timing.atMs - (timeMs - timing.timeMs) > PAUSE_MS
    const momentOf = (idx: number): SampleMoment => ({
      timeMs,
      receivedMs: atMs,
      state: validityOf(session, idx) | (isAfterPause ? CarState.paused : 0),
    })
    const count = Math.min(layout.count, CARS_MAX)
    const row: SentRow = { read: layout.read, view, at: layout.at }
    for (let idx = 0; idx < count; idx++, row.at += layout.rowBytes) {
      if (session.cars[idx]?.tookPart !== true) continue
      const car = carAt(idx)
      const { samples } = car
      switch (kind) {
        case 'lapData':
          addTiming(samples, momentOf(idx), row)
          followLap(session, car, timeMs)
          noteTyreAge(car, session.cars[idx])
          break
        case 'carTelemetry':
          addControls(samples, timeMs, row)
          break
        case 'motion':
          addPlace(samples, timeMs, row)
          break
        case 'carStatus':
          addEnergy(samples, timeMs, row)
          break
        case 'carTelemetry2':
          addAero(samples, timeMs, row)
      }
    }
    if (kind === 'lapData') timing = { timeMs, atMs }
  }

  return {
    push,
    finish(session, detail) {
      const lengthM = session.info.trackLength
      const isRace = isRaceType(detail.sessionType)
      return detail.drivers.flatMap(({ driverIdx, lapTimes, pitStops }) => {
        const car = cars[driverIdx]
        if (!car) return []
        // Laps are numbered from 1.
        const known = car.laps.at(-1)?.lapNum ?? 0
        for (let lapNum = known + 1; lapNum <= Math.min(car.lapNum, lapTimes.length); lapNum++) {
          cut(car, lapNum, lengthM)
        }
        const stops = new Set(pitStops.map(({ lapNum }) => lapNum))
        return car.laps.flatMap((lap): TracedLap[] => {
          const { lapNum, sampleHz, evidence } = lap
          const tyreAgeLaps = car.tyreAges.get(lapNum) ?? null
          const official = lapTimes[lapNum - 1]
          if (!official) return []
          const time = lap.timeColumn(official.lapTime)
          if (time === null) return []
          const flags = new Set<LapFlag>(lap.flags)
          if (stops.has(lapNum)) flags.add('inLap')
          if (stops.has(lapNum - 1)) flags.add('outLap')
          if (lapNum === 1 && isRace && !flags.has('outLap')) flags.add('standingStart')
          if (time.includes(NO_VALUE)) flags.add('gaps')
          const columns = new Map<TraceChannel, TraceColumnData>([['timeMs', time], ...lap.columns])
          return [
            {
              driverIdx,
              lapNum,
              lapTimeMs: official.lapTime,
              tyreAgeLaps,
              evidence,
              flags: [...flags],
              sampleHz,
              lengthM,
              columns,
            },
          ]
        })
      })
    },
  }
}

/**
 * Notes the tyre age of the lap. It may still be that of the lap before near the line, because it comes in another
 * packet than the lap.
 */
function noteTyreAge({ tyreAges }: CarTraces, car: Car | undefined): void {
  if (!car?.lap || car.lap.sector !== MIDDLE_SECTOR || car.tyreAgeLaps === null) return
  tyreAges.set(car.lap.currentLapNum, car.tyreAgeLaps)
}

/**
 * The newest timing decides: the player's car is sent without validity, and a change of it always with all
 * cars.
 */
function validityOf(session: TrackedSession, carIdx: number): number {
  return session.cars[carIdx]?.lap?.currentLapInvalid === 1 ? CarState.invalid : 0
}

/**
 * Returns whether the tracker has taken a packet as the newest of its kind. It does not order those of the player's
 * car, which follow the last packet of timing.
 */
function isAccepted(session: TrackedSession, kind: PacketKind, header: FrameHeader): boolean {
  const frame = frameIn(session, header)
  if (kind === 'playerCar') {
    return frame >= (session.order.frameOf.get('lapData') ?? Infinity) && !isVoided(session, header)
  }
  return frame !== 0 && session.order.frameOf.get(kind) === frame && !isVoided(session, header)
}
