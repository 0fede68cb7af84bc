/**
 * Topics of `/realtime/v1` that begin like this are the server's: whoever has the anonymous key
 * hears them, and nobody else speaks there (docs/realtime.md).
 */
export const SERVER_TOPICS = 'pitboard:'

/** Where changes of the list of live sessions are told, as `LiveListChange`. */
export const LIVE_LIST_TOPIC = `${SERVER_TOPICS}live`
export const LIVE_LIST_EVENT = 'list'
