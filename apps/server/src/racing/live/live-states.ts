import { setTimeout as wait } from 'node:timers/promises'
import type { LiveSession } from '@pitboard/contract/live/live'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/tables.ts'
import type { FanOut } from '../../platform/fan-out/fan-out.ts'
import { findLiveSessionOf, isSessionLive } from '../ownership/live-sessions.ts'
import { decodeState, relaySubjects } from './rooms/relay-messages.ts'
import type { RoomDirectory } from './rooms/room-directory.ts'

/** The state of another server's session may be this old. */
const STATE_MS = 400
const STATES_MAX = 100
/** Nobody answers while a session moves from server to server, so that the request is repeated after this. */
const RETRY_MS = 250

/** Reads the states of live sessions, wherever they are recorded. */
export interface LiveStates {
  /**
   * Returns null for a session that is not live, or that no server has. With `withinMs` it waits for a server
   * that takes the session over at this moment.
   */
  read(id: string, withinMs?: number): Promise<LiveSession | null>
  readOfUser(userId: string, withinMs?: number): Promise<LiveSession | null>
}

interface LiveStatesParts {
  readonly db: Db
  readonly roomDirectory: RoomDirectory
  readonly fanOut: FanOut
  readonly nowMs: () => number
}

export function createLiveStates({
  db,
  roomDirectory,
  fanOut,
  nowMs,
}: LiveStatesParts): LiveStates {
  /** All who read the state of a session share one request at a time. */
  const remote = new LRUCache<string, { readonly state: LiveSession | null }>({
    max: STATES_MAX,
    ttl: STATE_MS,
    fetchMethod: async (id) => ({ state: await request(id) }),
  })

  async function request(id: string): Promise<LiveSession | null> {
    try {
      const answer = await fanOut.request(relaySubjects.state(id), new Uint8Array())
      return (await decodeState(answer)).message.state
    } catch {
      return null
    }
  }

  async function readLive(id: string, withinMs: number): Promise<LiveSession | null> {
    const untilMs = performance.now() + withinMs
    for (;;) {
      const state = readHere(id) ?? (await remote.fetch(id))?.state ?? null
      if (state || performance.now() + RETRY_MS > untilMs) return state
      await wait(RETRY_MS)
    }
  }

  function readHere(id: string): LiveSession | null {
    return roomDirectory.room(id)?.state(nowMs()) ?? roomDirectory.edgeRoom(id)?.state() ?? null
  }

  return {
    async read(id, withinMs = 0) {
      const here = readHere(id)
      if (here) return here
      return (await isSessionLive(db, id)) ? readLive(id, withinMs) : null
    },
    async readOfUser(userId, withinMs = 0) {
      const own = roomDirectory.roomOfUser(userId)
      if (own) return own.state(nowMs())
      const id = await findLiveSessionOf(db, userId)
      return id === null ? null : readLive(id, withinMs)
    },
  }
}
