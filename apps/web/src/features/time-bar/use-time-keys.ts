import { useEffect } from 'react'
import type { TimelineMarks } from '@pitboard/contract/live/timeline-marks'
import type { Player } from './player.ts'

const STEP_MS = 5_000
/** Pressed shortly after the beginning of a lap, the key leads to the lap before. */
const LAP_SLACK_MS = 2_000

/** Space, ←/→, Shift+←/→ and `.` work wherever the focus is, unless a control there uses the key. */
export function useTimeKeys(player: Player, marks: () => TimelineMarks): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (usesKey(event.target, event.key)) return
      if (!pressKey(player, marks(), event)) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [player, marks])
}

/** False for a key without a meaning. */
function pressKey(
  player: Player,
  { laps }: TimelineMarks,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): boolean {
  const { atMs, playing } = player.view()
  const seek = (toMs: number | undefined) => void player.seek(toMs ?? 0)
  if (key === ' ') (playing ? player.pause : player.play)()
  else if (key === '.') player.follow()
  else if (key === 'ArrowLeft' && shiftKey) {
    seek(laps.findLast((lap) => lap.atMs < atMs - LAP_SLACK_MS)?.atMs)
  } else if (key === 'ArrowRight' && shiftKey) {
    seek(laps.find((lap) => lap.atMs > atMs)?.atMs ?? player.view().endMs)
  } else if (key === 'ArrowLeft') seek(atMs - STEP_MS)
  else if (key === 'ArrowRight') seek(atMs + STEP_MS)
  else return false
  return true
}

function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  if (target instanceof HTMLInputElement) return target.type !== 'range'
  return key === ' ' && target.closest('button, a, summary, [role]') !== null
}
