import { encodeEvent, encodePacket } from '@pitboard/telemetry/encode'
import type { Format } from '@pitboard/telemetry/formats/registry'
import type { Sent } from '../packets/broadcast.ts'
import { createRandom, type Random } from '../setup/random.ts'
import { type Setup, setupOf, type Weekend } from '../setup/setup.ts'
import { isRaceKind, type SessionKind, type Situation, sprintWeekend } from '../setup/situations.ts'
import { completeSituations } from './draw.ts'
import { disturb, reorderFrames } from './impairments.ts'
import { type Expected, expectedOf } from './expected.ts'
import { type ScenarioOptions, SHORT_TRACK } from './options.ts'
import { receptionOf, receives, fullReception, timingEndsOf } from './reception.ts'
import { type DrivenSession, driveSession } from './session-script.ts'
import { buttons, penalty } from '../world/announcement.ts'
import { gameMinorVersionOf, gameYearOf } from '../packets/header.ts'

const BETWEEN_MS = 30_000

export interface Scenario {
  readonly options: ScenarioOptions
  /** The expected recordings in order. */
  readonly sessions: readonly Expected[]
  /** UIDs of sessions that were left for a restart and are not listed. */
  readonly aborted: readonly string[]
  datagrams(): Iterable<Sent>
}

/**
 * A stream of the simulated game in which the situations come about, and what must be known of
 * it. Drives it all at once; the same options give the same scenario, byte for byte.
 */
export function createScenario(options: ScenarioOptions): Scenario {
  const { seed, format, kinds } = options
  const situations = new Set(options.situations)
  const random = createRandom(seed + 5)
  const sent: Sent[] = [...datagramsBefore(format, situations, random)]
  const expected: Expected[] = []
  const aborted: string[] = []
  let sessions = 0
  let atMs = sent.length > 0 ? BEFORE_MS : 0
  const add = (setup: Setup): DrivenSession => {
    const { driven, stream } = drive(setup, atMs)
    const reception =
      sessions++ === 0
        ? receptionOf(setup, driven)
        : {
            ...fullReception,
            outages: driven.sent.absences,
            timingEndsMs: timingEndsOf(setup, driven),
          }
    sent.push(...stream.filter((one) => receives(reception, one.atMs)))
    if (driven.isAborted) aborted.push(String(driven.world.uid))
    else expected.push(expectedOf(setup, driven, reception))
    return driven
  }
  for (const [i, kind] of kinds.entries()) {
    const setup = sessionSetup(options, kind, i)
    const driven = add(setup)
    atMs = driven.endMs + (driven.isAborted ? 4000 : BETWEEN_MS)
    if (!driven.isAborted) continue
    const again = sessionSetup(options, kind, i, 'again')
    atMs = add(again).endMs + BETWEEN_MS
  }
  return { options, sessions: expected, aborted, datagrams: () => sent }
}

/** Situations that turn back time are impossible online. */
function isOfflineOnly(situation: Situation): boolean {
  return /^flashback|^save|^restart|^pause/.test(situation)
}

function drive(setup: Setup, atMs: number): { driven: DrivenSession; stream: Sent[] } {
  const stream: Sent[] = []
  const driving = driveSession(setup, atMs)
  let step = driving.next()
  while (!step.done) {
    stream.push(step.value)
    step = driving.next()
  }
  const driven = step.value
  const lastLapDataMs = timingEndsOf(setup, driven)
  const situations = setup.situations ?? new Set<Situation>()
  const random = createRandom(setup.seed + 33)
  const disturbed = disturb(stream, situations, lastLapDataMs)
  return { driven, stream: [...reorderFrames(disturbed, situations, random)] }
}

/** The race goes on when a car has stood beside the track for more than a minute. */
function lapsFor(laps: number, situations: readonly Situation[]): number {
  const isLong = situations.some((one) => one === 'flashbackIntoLongLap' || one === 'lateInLongLap')
  return isLong ? Math.max(laps, 7) : laps
}

function sessionSetup(
  {
    seed,
    format,
    rateHz,
    cars,
    laps,
    kinds,
    situations,
    numbering = 'sprintIsRace',
    ...rest
  }: ScenarioOptions,
  kind: SessionKind,
  index: number,
  again?: 'again',
): Setup {
  // A sprint is never alone, even where it is all that is recorded.
  const structure = kinds.length === 1 && kind === 'sprint' ? sprintWeekend : kinds
  const link = (seed * 97 + 11) % 0x7fff_ffff
  const weekend: Weekend = {
    link,
    sessionLink: link + 2 + index,
    kinds: structure,
    numbering,
    isFullyRecorded: kinds.length > 1,
  }
  return setupOf({
    seed: seed * 64 + index * 2 + (again ? 1 : 0),
    format,
    rateHz,
    cars: kind === 'timeTrial' ? 1 : cars,
    laps: isRaceKind(kind) ? lapsFor(laps, situations) : Math.min(3, laps),
    trackId: rest.trackId ?? SHORT_TRACK,
    kind,
    lean: rest.lean ?? false,
    hidden: situations.includes('restricted') ? 2 : 0,
    situations: completeSituations(
      situations.filter((one) => !again || !one.startsWith('restart')),
      isRaceKind(kind),
    ),
    weekend,
    online: kind !== 'timeTrial' && !situations.some(isOfflineOnly),
  })
}

const LOBBY_MS = 6000
const OTHER_UID = 0x5a5a_0000_1111n

/** Returns what comes before the session: lobby, the results of another race, events of a skipped one. */
function* datagramsBefore(
  format: Format,
  situations: ReadonlySet<Situation>,
  random: Random,
): Generator<Sent> {
  const version = {
    gameYear: gameYearOf(format),
    gameMajorVersion: 1,
    gameMinorVersion: gameMinorVersionOf(format),
    secondaryPlayerCarIndex: 255,
  }
  const lobby = { ...version, sessionUid: 0n, sessionTime: 1234.5 }
  const other = { ...version, sessionUid: OTHER_UID, sessionTime: 900 }
  if (situations.has('leftoverResults')) {
    const car = { position: 1, numLaps: 5, resultStatus: 3, totalRaceTimeSeconds: 400, points: 25 }
    const results = { numCars: 1, cars: [car] }
    for (const atMs of [0, 2500]) {
      yield { atMs, bytes: encodePacket(format, 'finalClassification', other, results) }
    }
  }
  if (situations.has('eventsOnly')) {
    const skipped = { ...other, sessionUid: OTHER_UID + 1n, frameIdentifier: 1 }
    yield { atMs: 2600, bytes: encodeEvent(format, 'SSTA', skipped, {}) }
    yield { atMs: 2700, bytes: encodeEvent(format, 'SEND', skipped, {}) }
  }
  if (!situations.has('lobby')) return
  for (let i = 0; i < 34; i++) yield { atMs: 2800, bytes: oldPenalty(format, lobby, random) }
  for (let atMs = 3000; atMs < LOBBY_MS; atMs += 500) {
    const players = [{ aiControlled: 0, name: 'ApexFox', carNumber: 7, readyStatus: 1 }]
    const body = { numPlayers: 1, players }
    yield { atMs, bytes: encodePacket(format, 'lobbyInfo', lobby, body) }
    const pressed = buttons(random.integer(0, 1 << 20))(format, lobby)
    if (pressed) yield { atMs: atMs + 10, bytes: pressed }
  }
}

/** Where the stream before the session ends. */
const BEFORE_MS = 7000

function oldPenalty(format: Format, header: object, random: Random): Uint8Array {
  const issued = { type: 5, infringement: 7, otherCar: null, seconds: null, lapNum: 3 }
  const bytes = penalty(random.integer(0, 3), issued)(format, header)
  if (!bytes) throw new Error('Every year has penalties')
  return bytes
}
