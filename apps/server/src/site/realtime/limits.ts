/** What one connection may do; more than that ends it, or is refused. */
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
  /** What a slow client has not read yet. */
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
/** Counted for addresses other than this machine's, where a proxy speaks for everyone. */
export const CONNECTIONS_PER_ADDRESS_MAX = 200
export const CHANNELS_PER_ADDRESS_MAX = 2_000
/** Each change of a row is compared with every watch. */
export const WATCHES_PER_ADDRESS_MAX = 4_000
/** Above it the busiest connections of the address lose messages. */
export const MESSAGES_PER_ADDRESS_PER_SECOND = 2_000
/** What a connection may always send, however much the others of its address send. */
export const MESSAGES_ALWAYS_TAKEN_PER_SECOND = 20
