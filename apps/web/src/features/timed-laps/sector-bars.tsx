import { useText } from '../../messages/use-text.ts'
import { formatSectorTime } from '../../timing/format-lap-time.ts'
import type { FlyingLap, RunningSector } from './flying-laps.ts'

const FILLS = {
  sessionBest: 'bg-session-best',
  personalBest: 'bg-personal-best',
  slower: 'bg-muted',
} as const

const TEXTS = {
  sessionBest: 'font-semibold text-session-best',
  personalBest: 'font-semibold text-personal-best',
  slower: 'text-text',
} as const

/** The sign stands beside the hue, as in the tower. */
const SIGNS = { sessionBest: '◆', personalBest: '▴', slower: '' } as const

/** Shows the three sectors of a running lap: each fills up, and then has its time in the colour of its mark. */
export function SectorBars({ sectors }: { readonly sectors: FlyingLap['sectors'] }) {
  return (
    <span className="grid grid-cols-3 gap-1 py-1">
      {sectors.map((sector, place) => (
        <SectorBar key={['s1', 's2', 's3'][place]} sector={sector} />
      ))}
    </span>
  )
}

function SectorBar({ sector }: { readonly sector: RunningSector }) {
  const t = useText()
  const { timeMs, mark, filled } = sector
  return (
    <span className="min-w-0">
      <span className="block h-1.5 overflow-hidden rounded-full bg-line">
        <span
          className={`block h-full origin-left rounded-full ${mark === null ? 'bg-text' : FILLS[mark]}`}
          style={{ transform: `scaleX(${filled.toFixed(2)})` }}
        />
      </span>
      <span
        className={`block h-5 truncate text-small leading-5 tabular-nums ${mark === null ? '' : TEXTS[mark]}`}
      >
        {timeMs !== null && mark !== null && (
          <>
            {SIGNS[mark] !== '' && (
              <span aria-hidden="true" className="mr-0.5 text-[0.6em]">
                {SIGNS[mark]}
              </span>
            )}
            {formatSectorTime(timeMs)}
            {mark !== 'slower' && <span className="sr-only"> ({t(`timing.${mark}`)})</span>}
          </>
        )}
      </span>
    </span>
  )
}
