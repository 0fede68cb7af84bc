import type { TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import type { Player } from './player.ts'

const STEP_MS = 5_000
/** Pressed shortly after the beginning of a lap, the key leads to the lap before. */
const LAP_SLACK_MS = 2_000

/** Binds space, ←/→ by seconds, Shift+←/→ by laps, and `.` for the present. */
export function useTimeKeys(player: Player, marks: () => TimelineMarks): void {
  useShortcuts(timeKeys(player, marks))
}

type SteeredPlayer = Pick<Player, 'view' | 'play' | 'pause' | 'follow' | 'seek'>

export function timeKeys(player: SteeredPlayer, marks: () => Pick<TimelineMarks, 'laps'>) {
  const seekBy = (ms: number) => void player.seek(player.view().atMs + ms)
  return {
    ' ': () => (player.view().playing ? player.pause() : player.play()),
    '.': () => player.follow(),
    ArrowLeft: () => seekBy(-STEP_MS),
    ArrowRight: () => seekBy(STEP_MS),
    'Shift+ArrowLeft': () => {
      const { atMs, startMs } = player.view()
      const lap = marks().laps.findLast((begun) => begun.atMs < atMs - LAP_SLACK_MS)
      void player.seek(lap?.atMs ?? startMs)
    },
    'Shift+ArrowRight': () => {
      const { atMs, endMs } = player.view()
      const lap = marks().laps.find((begun) => begun.atMs > atMs)
      void player.seek(lap?.atMs ?? endMs)
    },
  }
}
