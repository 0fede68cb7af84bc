import { join } from 'node:path'
import type { AppContext } from '../../context.ts'
import { createTickLateness } from './live-metrics.ts'
import { createLiveSeasons } from './live-seasons.ts'
import { createLiveStates, type LiveStates } from './live-states.ts'
import { createRoomDirectory, type RoomDirectory } from './rooms/room-directory.ts'
import { createSharedLiveList, type SharedLiveList } from './shared-live-list.ts'
import { createTimelines, type Timelines } from './timelines/timelines.ts'

/** This is the view of the live sessions of all servers, as far as this server knows them. */
export interface Live {
  readonly roomDirectory: RoomDirectory
  readonly timelines: Timelines
  readonly list: SharedLiveList
  readonly states: LiveStates
}

export function createLive(context: AppContext): Live {
  const { db, fanOut, log, metrics, now } = context
  const nowMs = () => now().getTime()
  const root = timelinesFolder(context)
  const timelines = createTimelines({ root, log, nowMs, fanOut })
  const roomDirectory = createRoomDirectory(nowMs, {
    timelines,
    fanOut,
    onFailure: (sessionId, error) => log.error({ err: error, sessionId }, 'a live room has failed'),
    onTick: createTickLateness(metrics.registry),
  })
  const seasons = createLiveSeasons({
    db,
    ids: () => roomDirectory.rooms().map(({ id }) => id),
    log,
  })
  const list = createSharedLiveList({ roomDirectory, seasons, fanOut, nowMs, log })
  return {
    roomDirectory,
    timelines,
    list,
    states: createLiveStates({ db, roomDirectory, fanOut, nowMs }),
  }
}

/** Each worker has a folder of its own, from which it removes what is left. */
function timelinesFolder({ config, node }: AppContext): string {
  const folder = join(config.dataDir, 'timelines')
  return node.worker === null ? folder : join(folder, `worker-${node.worker}`)
}
