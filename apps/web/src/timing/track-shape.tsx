import { useText } from '../messages/use-text.ts'
import { fitTrack, type Outline } from '@pitboard/analysis/track/track-geometry'

/** Shows the track as a small picture; shows nothing before its line is known. */
export function TrackShape({ outline, trackName }: { outline: Outline; trackName: string }) {
  const t = useText()
  const fit = fitTrack(outline, { width: 160, height: 100, padding: 6 })
  if (!fit) return null
  return (
    <svg
      viewBox="0 0 160 100"
      role="img"
      aria-label={t('timing.outlineOf', { track: trackName })}
      className="h-full w-full"
    >
      <path
        d={fit.path}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
