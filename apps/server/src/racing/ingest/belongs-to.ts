import { readHeader } from '@pitboard/telemetry/decode'

/**
 * Which datagrams of a stream are a session's, asked in their order: those with its UIDs, and the
 * histories of the lobby amid them, which may be all there is of the last lap.
 */
export function belongsTo(uids: ReadonlySet<string>): (bytes: Uint8Array) => boolean {
  let isAmid = false
  return (bytes) => {
    const read = readHeader(bytes)
    if (read.kind === 'rejected') return false
    const { sessionUid } = read.header
    if (sessionUid === 0n) return isAmid && read.kind === 'sessionHistory'
    isAmid = uids.has(String(sessionUid))
    return isAmid
  }
}
