import { replays } from '@pitboard/contract/live/replay'
import type { SessionDetail } from '@pitboard/contract/sessions/session'
import type { FastifyInstance } from 'fastify'
import { route } from '../../accounts/access/route.ts'
import { nameOf } from '../../accounts/users/queries.ts'
import type { AppContext } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { gunzip } from '../../platform/http/compression.ts'
import type { Timelines } from '../live/timelines/timelines.ts'
import { registerLiveReplays, sendChunk } from './live-replays.ts'
import { findTrack } from '../outlines/track-outlines.ts'
import { findDetail } from '../sessions/store/session-queries.ts'
import { createCaptureStore } from '../captures/capture-store.ts'
import { createReplayQueue } from './replay-queue.ts'
import { readChunk, readReplay, replayFolder, tidyReplays } from './stored-replays.ts'

const ASK_AGAIN_SECONDS = 30
/** A replay is prepared if the session ended so lately, by its recorder's clock. */
const AHEAD_WITHIN_MS = 60 * 60_000
/** Replays that are prepared ahead take turns with the addresses of viewers under this name. */
const AHEAD = 'ahead'
/** Tidying lists all replays, so that it is not done more often. */
const TIDY_EVERY_MS = 60_000
/** Replays of another format are made again. */
const REPLAY_FORMAT = 'r4'

/** Serves replays of recorded sessions (docs/replays.md). */
export function registerReplays(
  app: FastifyInstance,
  context: AppContext,
  timelines: Timelines,
): void {
  const { db, config, events, files, log, now } = context
  registerLiveReplays(app, context, timelines)
  let tidyAtMs = 0
  const nowMs = () => now().getTime()
  /** Removes old replays. The server starts and serves replays also where they cannot be removed. */
  const tidy = async () => {
    if (nowMs() < tidyAtMs) return
    tidyAtMs = nowMs() + TIDY_EVERY_MS
    try {
      await tidyReplays(db, files, nowMs())
    } catch (error) {
      log.error({ err: error }, 'Old replays could not be removed')
    }
  }
  const preparing = createReplayQueue({
    captures: createCaptureStore(files),
    nowMs,
    isStored: async (folder) => (await readReplay(files, folder, nowMs())) !== null,
    onReady: tidy,
    onFailure({ identity }, error) {
      log.error({ err: error, sessionId: identity.id }, 'A replay could not be prepared')
    },
  })
  app.addHook('onReady', tidy)
  app.addHook('preClose', () => preparing.stop())

  async function findCaptured(id: string) {
    const row = await db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['session.id', 'capture_key', 'derived_at', 'started_at', 'ended_at', 'user_id'])
      .select(['username', 'internal_session_id', 'track_id', 'game_version'])
      .where('session.id', '=', id)
      .where('status', '=', 'recorded')
      .executeTakeFirst()
    if (!row) throw new ApiError(404, `There is no recorded session ${id}.`)
    const { capture_key, derived_at } = row
    if (capture_key === null) throw new ApiError(404, 'The session has no capture to replay.')
    const version = `${(derived_at ?? row.started_at).getTime().toString(36)}${REPLAY_FORMAT}`
    return { ...row, captureKey: capture_key, version, folder: replayFolder(id, version) }
  }

  async function findRaceKind(id: string) {
    const found = await findDetail(db, id, [])
    if (!found?.detail) return null
    const { raceKind }: SessionDetail = JSON.parse((await gunzip(found.detail)).toString())
    return raceKind ?? null
  }

  type Captured = Awaited<ReturnType<typeof findCaptured>>

  async function describeTask(session: Captured) {
    const { id, folder, version, captureKey, user_id, started_at } = session
    const track = { trackId: session.track_id, gameVersion: session.game_version, userId: user_id }
    return {
      knownTrack: await findTrack(db, track),
      raceKind: await findRaceKind(id),
      location: { dataDir: config.dataDir, s3Url: config.s3Url },
      captureKey,
      folder,
      version,
      startedAtMs: started_at.getTime(),
      endedAtMs: (session.ended_at ?? started_at).getTime(),
      identity: {
        id,
        internalSessionId: session.internal_session_id,
        userId: user_id,
        userName: nameOf(session),
      },
    }
  }

  /**
   * Prepares the replay of a race that is just over, so that its viewers do not wait. The replay of an old race is made
   * on request.
   */
  async function prepareAhead(id: string): Promise<void> {
    try {
      const session = await findCaptured(id)
      const endedAtMs = (session.ended_at ?? session.started_at).getTime()
      if (nowMs() - endedAtMs > AHEAD_WITHIN_MS) return
      if (await readReplay(files, session.folder, nowMs())) return
      preparing.progress(await describeTask(session), AHEAD)
    } catch (error) {
      log.warn({ err: error, sessionId: id }, 'A replay could not be prepared ahead')
    }
  }
  events.subscribe('sessionTraced', (_db, { id }) => prepareAhead(id))

  route(app, replays.get, async ({ params: { sessionId: id }, request, reply }) => {
    const session = await findCaptured(id)
    reply.header('cache-control', 'no-store')
    const replay = await readReplay(files, session.folder, nowMs())
    if (replay) return { status: 'ready' as const, progress: 1, replay }
    if (preparing.hasFailed(session.folder, nowMs())) {
      throw new ApiError(404, 'The capture of the session cannot be replayed.')
    }
    const progress = preparing.progress(await describeTask(session), networkOf(request.ip))
    if (progress === null) {
      const headers = { 'retry-after': String(ASK_AGAIN_SECONDS) }
      throw new ApiError(503, 'Too many replays are being prepared.', { headers })
    }
    return { status: 'preparing' as const, progress, replay: null }
  })

  route(
    app,
    replays.chunk,
    async ({ params: { sessionId: id, version, chunk }, request, reply }) => {
      const session = await findCaptured(id)
      const bytes =
        session.version === version ? await readChunk(files, session.folder, chunk) : null
      if (!bytes) throw new ApiError(404, `There is no part ${chunk} of the replay ${version}.`)
      return sendChunk(request, reply, bytes, true)
    },
  )
}
