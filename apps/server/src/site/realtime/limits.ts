/** Limits of one connection. */
export const LIMITS = {
  channels: 100,
  joinsPerSecond: 100,
  /** Clients renew the token of each channel after a heartbeat. */
  messagesPerSecond: 250,
  /** Messages, pings and pongs of a connection that is being closed are read too. */
  framesPerSecond: 1_000,
  bytesPerSecond: 1_048_576,
  messageBytes: 262_144,
  /** Messages that wait for one that takes time, such as a join. */
  waiting: 500,
  backlogBytes: 1_048_576,
  /** Broadcasts are skipped for a client that has so much left to read. */
  skippedAboveBytes: 65_536,
  /** And it is cut off when that lasts. */
  slowMs: 30_000,
  topicBytes: 255,
  presenceBytes: 4_096,
  /** Clients send a heartbeat every 25 to 30 seconds. */
  silenceMs: 75_000,
} as const

export const CONNECTIONS_MAX = 20_000
/** Not counted for loopback, where a proxy forwards all clients. */
export const CONNECTIONS_PER_ADDRESS_MAX = 200
export const CHANNELS_PER_ADDRESS_MAX = 2_000
/** Each change of a row is compared with every watch. */
export const WATCHES_PER_ADDRESS_MAX = 4_000
/** Above it the busiest connections of the address lose messages. */
export const MESSAGES_PER_ADDRESS_PER_SECOND = 2_000
/** What a connection may send even if its address exceeds the limit. */
export const MESSAGES_ALWAYS_TAKEN_PER_SECOND = 20
