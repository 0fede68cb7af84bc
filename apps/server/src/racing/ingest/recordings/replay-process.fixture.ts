import { parseArgs } from 'node:util'
import { Registry } from 'prom-client'
import { createFolderFiles } from '../../../platform/files/folder-files.ts'
import { createCaptureStore } from '../../captures/capture-store.ts'
import { connect } from '../../../platform/db/open.ts'
import { createRoomDirectory } from '../../live/rooms/room-directory.ts'
import { createLog } from '../../../platform/diagnostics/log.ts'
import { createLoneReplica } from '../journal/journal-replica.ts'
import { createEventBus } from '../../../platform/events/domain-events.ts'
import { createMutex } from '../../../platform/jobs/mutex.ts'
import { createIngestMetrics } from './metrics.ts'
import { startOwnership } from './recording.fixture.ts'
import { NO_TRACING } from '../../../platform/tracing/tracing.ts'
import { createRecordings } from './recordings.ts'

/** Replays the journals of a folder in a process of its own, as a start of the server does. */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    ingest: { type: 'string' },
    files: { type: 'string' },
  },
})
const { database = '', ingest = '', files = '' } = values
const db = connect(database, () => {})
const nowMs = Date.now
const recordings = createRecordings(
  {
    db,
    roomDirectory: createRoomDirectory(nowMs),
    nowMs,
    captures: createCaptureStore(createFolderFiles(files)),
    log: createLog('error'),
    events: createEventBus(),
    inTurn: createMutex(),
    replica: createLoneReplica(),
    metrics: createIngestMetrics(new Registry()),
    tracing: NO_TRACING,
  },
  await startOwnership(db),
  ingest,
)
await recordings.recover()
for (const userId of await recordings.users()) {
  const recording = await recordings.open(userId).catch(() => null)
  await recording?.settled()
}
console.log('replayed')
await recordings.close()
await db.destroy()
