import { LIVE_LIST_EVENT, LIVE_LIST_TOPIC } from '@pitboard/contract/live/server-topics'
import type { Log } from '../../platform/diagnostics/log.ts'
import { findListChange, type ListedSessions } from '../../racing/live/listed-sessions.ts'
import type { SharedLiveList } from '../../racing/live/shared-live-list.ts'
import { PREFIX } from './channel.ts'
import { createBroadcast } from './frames.ts'
import { roomName, type Rooms } from './rooms.ts'

const PUBLISH_EVERY_MS = 1000
const ROOM = roomName(LIVE_LIST_TOPIC, false)

interface LiveList {
  start(): void
  stop(): void
}

/** Publishes changes of the list of live sessions. The first listener gets the whole list. */
export function createLiveList(rooms: Rooms, live: SharedLiveList, log: Log): LiveList {
  let published: ListedSessions | null = null
  let timer: NodeJS.Timeout | undefined

  function publishChanges(): void {
    if (!rooms.hasMembers(ROOM)) {
      published = null
      return
    }
    const before = published
    published = live.read()
    const change = findListChange(before, published)
    if (!change) return
    const content = { kind: 'json', text: JSON.stringify(change) } as const
    rooms.send(ROOM, createBroadcast(PREFIX + LIVE_LIST_TOPIC, LIVE_LIST_EVENT, content, false))
  }

  return {
    start() {
      timer = setInterval(() => {
        try {
          publishChanges()
        } catch (error) {
          log.error({ err: error }, 'the list of live sessions could not be published')
        }
      }, PUBLISH_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
