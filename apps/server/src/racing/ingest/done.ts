import {
  FRAME_BYTES_MAX,
  type Done,
  type IngestedSession,
} from '@pitboard/contract/ingest-protocol'

/** For what a Done frame has beside its sessions. */
const REST_BYTES = 256

/**
 * The answer to Finish, with as many of the stream's sessions, the newest, as a frame holds: an
 * evening of restarts has more. Each of them has had a Session frame of its own.
 */
export function doneOf(acknowledged: number, sessions: readonly IngestedSession[]): Done {
  let left = FRAME_BYTES_MAX - REST_BYTES
  const fitting = sessions.toReversed().filter((session) => {
    left -= Buffer.byteLength(JSON.stringify(session)) + 1
    return left >= 0
  })
  return { acknowledged, sessions: fitting.toReversed() }
}
