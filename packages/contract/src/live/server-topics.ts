/**
 * Prefix of the topics of `/realtime/v1` that only the server publishes to. Every client with the
 * anonymous key may subscribe to them (docs/realtime.md).
 */
export const SERVER_TOPICS = 'pitboard:'

/** Topic of changes to the list of live sessions, as `LiveListChange`. */
export const LIVE_LIST_TOPIC = `${SERVER_TOPICS}live`
export const LIVE_LIST_EVENT = 'list'
