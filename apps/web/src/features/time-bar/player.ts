import type { LiveSession } from '@pitboard/contract/live/live'
import { applyMessage } from '@pitboard/contract/live/live-apply'
import { createStore } from '../../state/store.ts'
import type { Section, Timeline } from './timeline.ts'

export interface PlayerView {
  /** This moment is shown. */
  readonly atMs: number
  readonly startMs: number
  /** It is the newest moment that the viewer wants to see: with a delay, this much before the present. */
  readonly endMs: number
  readonly playing: boolean
  readonly speed: number
  /** The player stays with the present, `delayMs` behind it. */
  readonly following: boolean
  readonly delayMs: number
  /** A part could not be fetched; seeking tries again. */
  readonly failed: boolean
  /** The present has brought nothing to show for this many seconds. */
  readonly silentSeconds: number
  /** By choice the viewer is this far from the present, which goes on without a connection as well. */
  readonly behindSeconds: number
}

const VIEW_FIELDS = [
  'atMs',
  'startMs',
  'endMs',
  'playing',
  'speed',
  'following',
  'delayMs',
  'failed',
  'silentSeconds',
  'behindSeconds',
] as const satisfies readonly (keyof PlayerView)[]

export interface Player {
  readonly view: () => PlayerView
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when the moment is shown, or another is sought meanwhile. */
  readonly seek: (atMs: number) => Promise<void>
  readonly play: () => void
  readonly pause: () => void
  /** Follows the present; it works only in a session that is being driven. */
  readonly follow: () => void
  readonly setSpeed: (speed: number) => void
  readonly setDelay: (delayMs: number) => void
  /** Something was added to the timeline. */
  readonly advance: () => void
  /** Moves to where the clock is now; a timer does it while the page runs. */
  readonly tick: () => void
  /** Forgets what is shown, and follows where it can. */
  readonly reset: () => void
  readonly start: () => void
  readonly stop: () => void
}

interface PlayerParts {
  readonly timeline: Timeline
  readonly show: (session: LiveSession) => void
  readonly now: () => number
  readonly delayMs?: number
}

/** The state is that before the message `next` of the section. */
interface ShownPart {
  readonly section: Section
  next: number
  state: LiveSession | null
}

const TICK_MS = 100
const PREPARE_MS = 5_000
/** The server sends something every second. */
const SILENT_MS = 2_200

/**
 * Creates the one clock of a page: it moves through a timeline and shows the state of its moment, which every panel
 * reads (docs/replays.md).
 */
export function createPlayer({ timeline, show, now, delayMs = 0 }: PlayerParts): Player {
  const isLive = timeline.presentMs !== null
  const view = createStore<PlayerView>({
    atMs: 0,
    startMs: 0,
    endMs: timeline.endMs(),
    playing: isLive,
    speed: 1,
    following: isLive,
    delayMs,
    failed: false,
    silentSeconds: 0,
    behindSeconds: 0,
  })
  let shown: ShownPart | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let tickedAt = now()
  let sought = 0
  let isSeeking = false

  function change(next: Partial<PlayerView>): void {
    const before = view.get()
    const changed = { ...before, ...next }
    const after = {
      ...changed,
      startMs: timeline.startMs(),
      endMs: endMs(changed.delayMs),
      behindSeconds: behind(changed),
    }
    // A timer comes here ten times a second, also while the moment stands still.
    if (VIEW_FIELDS.some((field) => after[field] !== before[field])) view.set(after)
  }

  /** Whatever is still fetched belongs to what was watched before. */
  function giveUpSeek(): void {
    sought++
    isSeeking = false
  }

  function endMs(behindMs: number): number {
    if (!timeline.presentMs) return timeline.endMs()
    const delayedMs = Math.min(timeline.presentMs() - behindMs, timeline.endMs())
    return Math.max(timeline.startMs(), delayedMs)
  }

  function behind({ following, delayMs: behindMs, atMs }: PlayerView): number {
    if (!timeline.presentMs || (following && behindMs === 0)) return 0
    return Math.round((timeline.presentMs() - atMs) / 1000)
  }

  function clamp(atMs: number): number {
    return Math.max(timeline.startMs(), Math.min(atMs, endMs(view.get().delayMs)))
  }

  /** What is shown already need not be found again. */
  function showUntil(part: ShownPart, atMs: number): void {
    const { messages, latest } = part.section
    const before = part.state
    if (latest && timeline.endMs() <= atMs) {
      // The timeline has applied them: once is enough, and both share one state.
      part.state = latest
      part.next = messages.length
    }
    for (;;) {
      const message = messages[part.next]
      if (!message || (part.next > 0 && message.at > atMs)) break
      part.state = applyMessage(part.state, message)
      part.next++
    }
    if (part.state && part.state !== before) show(part.state)
  }

  function leadsTo({ section, next }: ShownPart, atMs: number): boolean {
    const { messages, fromMs, untilMs } = section
    const last = messages[next - 1]
    return atMs >= fromMs && atMs < untilMs() && (!last || last.at <= atMs || next === 1)
  }

  /** Moves to a moment, at once where its section is in memory. */
  function moveTo(atMs: number): Promise<void> | undefined {
    const turn = ++sought
    isSeeking = false
    if (shown && leadsTo(shown, atMs)) {
      showUntil(shown, atMs)
      change({ atMs, failed: false })
      return undefined
    }
    const found = timeline.findSection(atMs)
    if (!(found instanceof Promise)) {
      take(found, atMs)
      return undefined
    }
    isSeeking = true
    change({ atMs, failed: false })
    return found.then(
      (section) => {
        if (turn === sought) take(section, atMs)
      },
      () => {
        if (turn !== sought) return
        isSeeking = false
        // Without what was stored the present can still be shown.
        if (view.get().following) change({ delayMs: 0 })
        else change({ failed: true, playing: false })
      },
    )
  }

  function take(section: Section, atMs: number): void {
    isSeeking = false
    tickedAt = now()
    shown = { section, next: 0, state: null }
    showUntil(shown, atMs)
    change({ atMs, failed: false })
  }

  /** Returns where the clock is now: behind the present, or further along what is played. */
  function dueMs(): number {
    const { following, atMs, speed, playing, delayMs } = view.get()
    if (following) return endMs(delayMs)
    return playing ? clamp(atMs + (now() - tickedAt) * speed) : atMs
  }

  /** What the network and the server's ticks may take is not a silence. */
  function silence(): number {
    const { following, delayMs: behindMs } = view.get()
    if (!following || !timeline.presentMs) return 0
    const silentMs = timeline.presentMs() - behindMs - timeline.endMs()
    return silentMs < SILENT_MS ? 0 : Math.floor(silentMs / 1000)
  }

  function tick(): void {
    const { playing, following, speed } = view.get()
    if (silence() !== view.get().silentSeconds) change({ silentSeconds: silence() })
    const atMs = dueMs()
    if (isSeeking) {
      tickedAt = now()
      return
    }
    if (!playing) {
      tickedAt = now()
      // The present moves on.
      change({})
      return
    }
    tickedAt = now()
    void moveTo(atMs)
    timeline.prepare(atMs + PREPARE_MS * Math.min(speed, 4))
    if (following || atMs < endMs(view.get().delayMs)) return
    // This is the end of a recording, or the present of a session that is being driven.
    if (isLive) change({ following: true, speed: 1 })
    else change({ playing: false })
  }

  return {
    view: view.get,
    subscribe: view.subscribe,
    async seek(atMs) {
      change({ following: false })
      await moveTo(clamp(atMs))
    },
    play() {
      tickedAt = now()
      const isOver = !isLive && view.get().atMs >= timeline.endMs()
      change({ playing: true, failed: false })
      if (isOver) void moveTo(timeline.startMs())
    },
    pause() {
      change({ playing: false, following: false })
    },
    follow() {
      if (!isLive) return
      change({ playing: true, following: true, speed: 1, failed: false })
      tick()
    },
    setSpeed(speed) {
      tick()
      change({ speed })
    },
    setDelay(behindMs) {
      change({ delayMs: behindMs })
      tick()
    },
    advance() {
      const { following, delayMs: behindMs } = view.get()
      if (following && (behindMs === 0 || !shown)) tick()
      else change({})
    },
    reset() {
      giveUpSeek()
      shown = null
      change({ following: isLive, playing: isLive, speed: 1, failed: false })
    },
    tick,
    start() {
      tickedAt = now()
      timer ??= setInterval(tick, TICK_MS)
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      giveUpSeek()
      timeline.abort()
    },
  }
}
