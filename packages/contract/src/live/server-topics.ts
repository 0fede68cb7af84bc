/**
 * Topics of `/realtime/v1` with this prefix are published by the server alone. Every client with the
 * anonymous key may subscribe to them (docs/realtime.md).
 */
export const SERVER_TOPICS = 'pitboard:'

/** Changes of the list of live sessions are published here as `LiveListChange`. */
export const LIVE_LIST_TOPIC = `${SERVER_TOPICS}live`
export const LIVE_LIST_EVENT = 'list'
