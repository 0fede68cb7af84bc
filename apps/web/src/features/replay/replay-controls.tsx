import type { Replay } from '@pitboard/contract/live/replay'
import { useSyncExternalStore } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatClock } from '../../timing/format-date.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { ReplayPlayer } from './replay-player.ts'

const SPEEDS = [0.5, 1, 2, 4, 8, 16]
const STEP_MS = 1000

interface ReplayControlsProps {
  readonly player: ReplayPlayer
  readonly replay: Replay
  /** A moment was sought or stopped at: links may lead to it. */
  readonly onMoment: (atMs: number) => void
}

export function ReplayControls({ player, replay, onMoment }: ReplayControlsProps) {
  const text = useText()
  const { atMs, playing, speed, failed } = useSyncExternalStore(player.subscribe, player.view)
  const lap = replay.laps.findLast((begun) => begun.atMs <= atMs)?.lapNum
  const time = `${formatClock(atMs / 1000)} / ${formatClock(replay.durationMs / 1000)}`
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-l border border-line bg-panel px-3 py-2">
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={text(playing ? 'replay.pause' : 'replay.play')}
        onClick={() => {
          if (!playing) return player.play()
          player.pause()
          onMoment(atMs)
        }}
      />
      <input
        type="range"
        min={0}
        max={replay.durationMs}
        step={STEP_MS}
        value={atMs}
        aria-label={text('replay.moment')}
        aria-valuetext={time}
        onChange={(event) => void player.seek(Number(event.target.value))}
        onPointerUp={() => onMoment(player.view().atMs)}
        onKeyUp={() => onMoment(player.view().atMs)}
        className="h-11 min-w-40 flex-1 basis-60 accent-secondary"
      />
      <span className="timing text-lg tabular-nums">
        {time}
        {lap !== undefined && (
          <span className="text-muted"> {text('session.lapNumber', { lap })}</span>
        )}
      </span>
      <select
        aria-label={text('replay.speed')}
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
      {failed && (
        <p role="alert" className="w-full text-small text-bad">
          {text('replay.failed')}
        </p>
      )}
    </div>
  )
}
