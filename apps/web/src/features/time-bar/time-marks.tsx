import type { TimelineMarks } from '@pitboard/analysis/live/timeline-marks'
import type { SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { memo } from 'react'

/** Viewers look for these; overtakes and pit stops are too many to be marks. */
const EVENT_LOOKS: Partial<Record<SessionEventKind, string>> = {
  lightsOut: 'stroke-good',
  safetyCar: 'stroke-flag-yellow',
  redFlag: 'stroke-bad',
  penalty: 'stroke-secondary',
  retirement: 'stroke-secondary',
  collision: 'stroke-secondary',
  chequeredFlag: 'stroke-text',
}

interface TimeMarksProps {
  readonly marks: TimelineMarks
  readonly startMs: number
  readonly endMs: number
}

/** Draws the beginnings of laps below the bar, and events above it. Each is one path, however many there are. */
export function TimeMarks({ marks, startMs, endMs }: TimeMarksProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`${startMs} 0 ${Math.max(1, endMs - startMs)} 24`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-2 inset-y-1 h-[calc(100%-0.5rem)] w-[calc(100%-1rem)] overflow-visible"
    >
      <MarkPaths marks={marks} />
    </svg>
  )
}

const MarkPaths = memo(function MarkPaths({ marks }: { readonly marks: TimelineMarks }) {
  const looks = Map.groupBy(marks.events, ({ kind }) => EVENT_LOOKS[kind])
  return (
    <>
      <path
        d={ticks(marks.laps, 18, 5)}
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
        className="stroke-faint"
      />
      {[...looks].map(([look, events]) =>
        look === undefined ? null : (
          <path
            key={look}
            d={ticks(events, 0, 7)}
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            className={look}
          />
        ),
      )}
    </>
  )
})

function ticks(marks: readonly { readonly atMs: number }[], top: number, height: number): string {
  return marks.map(({ atMs }) => `M${atMs} ${top}v${height}`).join('')
}
