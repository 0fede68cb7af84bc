import type { DatagramIdentity } from '../decode.ts'
import type { RejectReason } from '../formats/model.ts'
import { bytesOfUid, holdsUid, uidOf } from '../formats/headers.ts'
import { createGameTracker, type GameTracker } from './game-tracker.ts'
import { sessionDecoder, type SessionDecoder } from './state/session-decoder.ts'
import type { EndReason, TrackedSession } from './state/state.ts'

/** A game that has sent nothing for this long is silent, and may be about to begin its next session. */
const awakeMs = 1_000
/** A game that continues for this long after a new UID has begun is another one than that of the UID. */
const besideMs = 500
const marksMax = 64
/** At most this many datagrams wait: a stream that is not thinned sends them in less than `awakeMs`. */
const waitingMax = 400
/** A household has fewer games; if there are more, the one that has been silent for longest is dropped. */
const gamesMax = 4

interface TrackerHandlers {
  /**
   * It is called when a session begins, and again when an ended one continues, for example after a long
   * pause. `game` is the number of the game: several games have sessions at the same time, one game has one
   * after the other.
   */
  opened?(session: TrackedSession, game: number): void
  /** It is called again for an ended session if that turns out to have been restarted. */
  ended?(session: TrackedSession, reason: EndReason, game: number): void
  rejected?(reason: RejectReason): void
}

/** A tracker follows the sessions of the games that send to one port (R30). */
export interface Tracker {
  /**
   * Processes one datagram received at `atMs` (Unix ms) and returns its session; null if it belongs to
   * no session, or if it is not known yet to which. Never throws.
   */
  push(bytes: Uint8Array, atMs: number): TrackedSession | null
  /** Ends the sessions that are over by now (R3). Call it about once a second. */
  tick(nowMs: number): void
  /** Ends the open sessions at the end of the stream. */
  finish(atMs: number): void
  /** This is the open session of the game that sent last. */
  readonly current: TrackedSession | null
  readonly open: readonly TrackedSession[]
  /** Counts how often a session was opened or has ended. */
  readonly changes: number
}

interface Game {
  readonly tracker: GameTracker
  /** The game's marks have this number; null until one of its UIDs has a mark. */
  sender: number | null
  heardAtMs: number
}

interface Waiting {
  readonly uid: bigint
  readonly uidBytes: ReturnType<typeof bytesOfUid>
  readonly sinceMs: number
  readonly datagrams: { readonly bytes: Uint8Array; readonly atMs: number }[]
}

/** Creates a tracker of what is sent to one port, for the years that `decoder` reads. */
export function createTracker(
  handlers: TrackerHandlers,
  decoder: SessionDecoder = sessionDecoder,
): Tracker {
  const { identify } = decoder
  let games: Game[] = []
  let numbers = 0
  let changes = 0
  /** R30: the set has the newest of the UIDs with a mark. */
  const senderOf = new Map<bigint, number>()
  /** R30: the datagrams of a UID that began while a game was awake wait here. */
  let waiting: Waiting | null = null
  let last = createGame()

  function createGame(): Game {
    const number = numbers++
    const tracker = createGameTracker(
      {
        opened(session) {
          changes++
          handlers.opened?.(session, number)
        },
        ended(session, reason) {
          changes++
          handlers.ended?.(session, reason, number)
        },
        rejected: (reason) => handlers.rejected?.(reason),
      },
      decoder,
    )
    const game: Game = { tracker, sender: null, heardAtMs: Number.NEGATIVE_INFINITY }
    games.push(game)
    return game
  }

  function push(bytes: Uint8Array, atMs: number): TrackedSession | null {
    for (const { tracker } of games) tracker.endIfDue(atMs)
    const found = identify(bytes)
    if (found.kind === 'rejected') {
      handlers.rejected?.(found.reason)
      return null
    }
    if (waiting !== null && Math.abs(atMs - waiting.sinceMs) >= awakeMs) decide()
    if (found.kind === 'sender')
      return noteSender(uidOf(bytes, found.uidAt), bytes[found.headerSize] ?? 0)
    const holder = last.tracker.holds(bytes, found.uidAt) ? last : findHolder(bytes, found)
    if (holder !== undefined) return pushTo(holder, bytes, found, atMs)
    if (waiting !== null && holdsUid(bytes, found.uidAt, waiting.uidBytes)) {
      wait(waiting, bytes, atMs)
      return null
    }
    const uid = uidOf(bytes, found.uidAt)
    if (uid === 0n) return pushLobby(bytes, found, atMs)
    const known = games.find(({ tracker }) => tracker.knows(uid))
    if (known !== undefined) return pushTo(known, bytes, found, atMs)
    const marked = findMarked(uid)
    if (marked !== undefined) return pushTo(marked, bytes, found, atMs)
    if (waiting !== null) decide()
    if (!games.some((game) => isAwake(game, atMs))) return pushTo(last, bytes, found, atMs)
    waiting = { uid, uidBytes: bytesOfUid(uid), sinceMs: atMs, datagrams: [] }
    wait(waiting, bytes, atMs)
    return null
  }

  function noteSender(uid: bigint, sender: number): null {
    senderOf.delete(uid)
    senderOf.set(uid, sender)
    const [oldest] = senderOf.keys()
    if (senderOf.size > marksMax && oldest !== undefined) senderOf.delete(oldest)
    const game = games.find(({ tracker }) => tracker.knows(uid))
    if (game !== undefined) game.sender = sender
    if (waiting?.uid === uid) decide()
    return null
  }

  /** Returns the game of a UID that has a mark; the first UID of a sender is that of a further game. */
  function findMarked(uid: bigint): Game | undefined {
    const sender = senderOf.get(uid)
    if (sender === undefined) return undefined
    const known = games.find((game) => game.sender === sender)
    if (known !== undefined) return known
    const unused = games.find(({ heardAtMs }) => heardAtMs === Number.NEGATIVE_INFINITY)
    const game = unused ?? addGame()
    game.sender = sender
    return game
  }

  function findHolder(bytes: Uint8Array, { uidAt }: DatagramIdentity): Game | undefined {
    return games.find(({ tracker }) => tracker.holds(bytes, uidAt))
  }

  /** A datagram of the lobby does not name its game; the rules of R1 leave one at most. */
  function pushLobby(
    bytes: Uint8Array,
    found: DatagramIdentity,
    atMs: number,
  ): TrackedSession | null {
    for (const { tracker } of games) {
      const session = tracker.push(bytes, found, atMs)
      if (session !== null) return session
    }
    return null
  }

  function pushTo(
    game: Game,
    bytes: Uint8Array,
    found: DatagramIdentity,
    atMs: number,
  ): TrackedSession | null {
    last = game
    const session = game.tracker.push(bytes, found, atMs)
    // What waits for its Session packet says nothing about the session before it.
    if (game.tracker.current === null || game.tracker.holds(bytes, found.uidAt)) {
      game.heardAtMs = atMs
    }
    return session
  }

  function isAwake({ tracker, heardAtMs }: Game, atMs: number): boolean {
    return tracker.current !== null && Math.abs(atMs - heardAtMs) < awakeMs
  }

  function wait({ datagrams }: Waiting, bytes: Uint8Array, atMs: number): void {
    datagrams.push({ bytes: bytes.slice(), atMs })
    if (datagrams.length >= waitingMax) decide()
  }

  /** R30: the UID is that of a game that has fallen silent, and otherwise that of a further one. */
  function decide(): void {
    if (waiting === null) return
    const { uid, sinceMs, datagrams } = waiting
    waiting = null
    const silent = games.filter(({ heardAtMs }) => heardAtMs - sinceMs < besideMs)
    const heardLast = silent.toSorted((a, b) => a.heardAtMs - b.heardAtMs).at(-1)
    const game = findMarked(uid) ?? heardLast ?? addGame()
    for (const { bytes, atMs } of datagrams) {
      const found = identify(bytes)
      if (found.kind !== 'rejected') pushTo(game, bytes, found, atMs)
    }
  }

  function addGame(): Game {
    if (games.length >= gamesMax) {
      const [silent] = games.toSorted((a, b) => a.heardAtMs - b.heardAtMs)
      silent?.tracker.finish(silent.heardAtMs)
      games = games.filter((game) => game !== silent)
    }
    return createGame()
  }

  return {
    push,
    tick(nowMs) {
      if (waiting !== null && Math.abs(nowMs - waiting.sinceMs) >= awakeMs) decide()
      for (const { tracker } of games) tracker.tick(nowMs)
    },
    finish(atMs) {
      decide()
      for (const { tracker } of games) tracker.finish(atMs)
    },
    get current() {
      return last.tracker.current ?? this.open[0] ?? null
    },
    get open() {
      return games.flatMap(({ tracker }) => tracker.current ?? [])
    },
    get changes() {
      return changes
    },
  }
}
