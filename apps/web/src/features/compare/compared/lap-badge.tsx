import type { LapLook } from './compared-laps.ts'

/** Shows the line of a lap in the charts, and its number. */
export function LapBadge({ look }: { readonly look: LapLook }) {
  return (
    <span aria-hidden="true" className="timing inline-flex shrink-0 items-center gap-1">
      <svg width="16" height="4" className="shrink-0">
        <line
          x2="16"
          y1="2"
          y2="2"
          stroke={look.colour}
          strokeWidth="3"
          strokeDasharray={look.dash.join(' ')}
        />
      </svg>
      <span className="text-small font-semibold" style={{ color: look.colour }}>
        {look.number}
      </span>
    </span>
  )
}
