import type { LiveSession } from '@pitboard/contract/live/live'
import type { StateMessage } from '@pitboard/contract/live/live-protocol'

/** A section is a part of a timeline that can be shown without any other: its first message is a snapshot. */
export interface Section {
  readonly fromMs: number
  /** Returns the first moment that it does not have; later sections may have it. */
  readonly untilMs: () => number
  /** It is the state after the last of its messages, where it is known already. */
  readonly latest?: LiveSession | null
  readonly messages: readonly StateMessage[]
}

/** A timeline has everything that happened in a session, recorded or still being driven. */
export interface Timeline {
  /** Returns the first moment that is left of it. */
  readonly startMs: () => number
  /** Returns the newest moment. */
  readonly endMs: () => number
  /** It returns the moment now, where the session is still being driven; null for a recorded one. */
  readonly presentMs: (() => number) | null
  /** Returns the section itself if it is in memory, else a promise. */
  readonly findSection: (atMs: number) => Section | Promise<Section>
  /** Fetches what follows, so that it is there when it is needed. */
  readonly prepare: (atMs: number) => void
  /** Aborts what is being fetched: nobody watches any more. */
  readonly abort: () => void
}
