import type { TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import { type ReactNode, useCallback, useId, useMemo, useSyncExternalStore } from 'react'
import { useText } from '../../messages/use-text.ts'
import type { Store } from '../../state/store.ts'
import { formatClock } from '../../timing/format-date.ts'
import { CONTROL_LOOK, POPUP_LOOK } from '../../ui/control-style.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buttonClass } from '../../ui/buttons/button-variants.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Player, PlayerView } from './player.ts'
import { DELAY_SECONDS_MAX, limitDelay, storeDelaySeconds } from './stored-delay.ts'
import { TimeMarks } from './time-marks.tsx'
import { useTimeKeys } from './use-time-keys.ts'

const SPEEDS = [0.5, 1, 2, 4, 8, 16]
const STEP_MS = 1000
/** Dragged so close to the end, a session that is being driven is followed again. */
const FOLLOW_MS = 3_000

interface TimeBarProps {
  readonly player: Player
  readonly marks: Pick<Store<TimelineMarks>, 'get' | 'subscribe'>
  readonly isLive: boolean
  /** A moment was sought or stopped at, and links may lead to it; it is null for the present. */
  readonly onMoment: (atMs: number | null) => void
}

/** Moves through a session, recorded or being driven. All panels show its moment. */
export function TimeBar({ player, marks, isLive, onMoment }: TimeBarProps) {
  const t = useText()
  const atMs = usePlayer(player, (view) => wholeSeconds(view.atMs))
  const startMs = usePlayer(player, (view) => view.startMs)
  const endMs = usePlayer(player, (view) => wholeSeconds(view.endMs))
  const shownMarks = useMarksUntil(marks, endMs + STEP_MS)
  const playing = usePlayer(player, (view) => view.playing)
  const following = usePlayer(player, (view) => view.following)
  const failed = usePlayer(player, (view) => view.failed)
  useTimeKeys(player, marks.get)

  function seek(toMs: number) {
    if (isLive && toMs >= endMs - FOLLOW_MS) player.follow()
    else void player.seek(toMs)
  }

  function reportMoment() {
    const view = player.view()
    onMoment(view.following ? null : view.atMs)
  }

  const noteId = useId()
  const lap = usePlayer(
    player,
    (view) => shownMarks.laps.findLast((begun) => begun.atMs <= view.atMs)?.lapNum,
  )
  const time = timeText({ atMs, endMs, isLive, following })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-panel px-3 py-1">
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={t(playing ? 'replay.pause' : 'replay.play')}
        onClick={() => {
          if (!playing) return player.play()
          player.pause()
          reportMoment()
        }}
      />
      <div className="min-w-20 flex-1 basis-20">
        {/* With a size of its own it is laid out alone each second, as the time is. */}
        <div className="relative h-11 contain-layout contain-size">
          <TimeMarks marks={shownMarks} startMs={startMs} endMs={endMs} />
          <input
            type="range"
            min={startMs}
            max={Math.max(endMs, startMs + STEP_MS)}
            step={STEP_MS}
            value={atMs}
            aria-label={t('replay.moment')}
            aria-describedby={noteId}
            aria-valuetext={lap === undefined ? time : `${time}, ${t('live.lapNumber', { lap })}`}
            onChange={(event) => seek(Number(event.target.value))}
            onPointerUp={reportMoment}
            onKeyUp={reportMoment}
            className="relative block h-11 w-full accent-muted"
          />
        </div>
      </div>
      <span className="timing text-timing tabular-nums">
        <span
          className="inline-block h-[1lh] align-bottom contain-layout contain-size"
          style={{ width: `${time.length}ch` }}
        >
          {time}
        </span>
        {lap !== undefined && (
          <span className="text-muted max-md:hidden"> {t('live.lapNumber', { lap })}</span>
        )}
      </span>
      {isLive && (
        <Button
          look={following ? 'quiet' : 'plain'}
          aria-pressed={following}
          onClick={() => {
            player.follow()
            onMoment(null)
          }}
        >
          {t('replay.live')}
        </Button>
      )}
      <BarMenu>
        <BeginningNote id={noteId} marks={shownMarks} />
        {isLive && <Delay player={player} />}
        {!following && <Speed player={player} />}
      </BarMenu>
      {failed && (
        <p role="alert" className="w-full text-small text-bad">
          {t('replay.failed')}
        </p>
      )}
    </div>
  )
}

/** A phone has these parts behind a button, wider screens have them in the bar. */
function BarMenu({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <>
      <span className="md:hidden">
        <button
          type="button"
          aria-label={t('replay.playback')}
          title={t('replay.playback')}
          popoverTarget={id}
          className={buttonClass('quiet', 'square')}
        >
          <Icon name="more" />
        </button>
      </span>
      <div
        id={id}
        popover="auto"
        className={`${POPUP_LOOK} fixed inset-[auto_0.5rem_4rem_auto] flex-col items-end gap-2 p-3 open:flex md:contents`}
      >
        {children}
      </div>
    </>
  )
}

interface BeginningNoteProps {
  readonly id: string
  readonly marks: TimelineMarks
}

/** After a restart of the server, or where the recorder came late, the session began before the bar. */
function BeginningNote({ id, marks: { laps } }: BeginningNoteProps) {
  const t = useText()
  const lap = laps[0]?.lapNum ?? 1
  if (lap <= 1) return null
  return (
    <span id={id} className="text-small leading-tight text-muted md:max-w-24">
      {t('replay.availableFrom', { lap })}
    </span>
  )
}

function Speed({ player }: { readonly player: Player }) {
  const t = useText()
  const speed = usePlayer(player, (view) => view.speed)
  return (
    <select
      aria-label={t('replay.speed')}
      value={speed}
      onChange={(event) => player.setSpeed(Number(event.target.value))}
      className={`${CONTROL_LOOK} max-w-24`}
    >
      {SPEEDS.map((factor) => (
        <option key={factor} value={factor}>
          {factor}×
        </option>
      ))}
    </select>
  )
}

/** Matches a stream that is seconds behind the race. */
function Delay({ player }: { readonly player: Player }) {
  const t = useText()
  const delayMs = usePlayer(player, (view) => view.delayMs)
  return (
    <label className="flex items-center gap-2 text-small text-muted">
      {t('replay.delay')}
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={DELAY_SECONDS_MAX}
        value={delayMs / 1000}
        onChange={(event) => {
          const seconds = limitDelay(Number(event.target.value))
          player.setDelay(seconds * 1000)
          storeDelaySeconds(seconds)
        }}
        className={`${CONTROL_LOOK} w-20!`}
      />
    </label>
  )
}

/** With a delay the bar shows nothing of what the viewer has not seen yet. */
function useMarksUntil(
  marks: Pick<Store<TimelineMarks>, 'get' | 'subscribe'>,
  untilMs: number,
): TimelineMarks {
  const all = useSyncExternalStore(marks.subscribe, marks.get)
  const laps = countUntil(all.laps, untilMs)
  const events = countUntil(all.events, untilMs)
  return useMemo(
    () => ({ laps: all.laps.slice(0, laps), events: all.events.slice(0, events) }),
    [all, laps, events],
  )
}

function countUntil(marks: readonly { readonly atMs: number }[], untilMs: number): number {
  return marks.findLastIndex(({ atMs }) => atMs < untilMs) + 1
}

function usePlayer<T>(player: Player, select: (view: PlayerView) => T): T {
  const read = useCallback(() => select(player.view()), [player, select])
  return useSyncExternalStore(player.subscribe, read)
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

function timeText({
  atMs,
  endMs,
  isLive,
  following,
}: Pick<PlayerView, 'atMs' | 'endMs' | 'following'> & { readonly isLive: boolean }): string {
  if (!isLive) return `${formatClock(atMs / 1000)} / ${formatClock(endMs / 1000)}`
  return following ? formatClock(atMs / 1000) : `−${formatClock((endMs - atMs) / 1000)}`
}
