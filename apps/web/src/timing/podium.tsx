import { DriverMark } from './driver-mark.tsx'
import { parseHex, textOn } from './readable-colour.ts'
import { TeamBar } from './team-bar.tsx'

declare module 'react' {
  interface CSSProperties {
    '--plate'?: string
    '--on-plate'?: string
  }
}

/** A finisher is one of the first three. */
export interface Finisher {
  readonly position: 1 | 2 | 3
  readonly name: string
  /** The code has three letters, for a line that has no room for names. */
  readonly code?: string
  /** The colour is `#rrggbb`. */
  readonly teamColour: string
  /** It is the team, the time or the gap. */
  readonly detail?: string
}

export interface PodiumProps {
  readonly finishers: readonly Finisher[]
  /** It says what the places are of, and is read aloud before them. */
  readonly label: string
}

/** Each place differs by more than its hue: the first is filled, the others have their number in a frame. */
const MEDALS = {
  1: 'border-medal-gold bg-medal-gold-fill text-ink',
  2: 'border-medal-silver text-medal-silver',
  3: 'border-medal-bronze text-medal-bronze',
} as const

/** Shows the first three, the winner larger than the others and on the colour of the team. */
export function Podium({ finishers, label }: PodiumProps) {
  return (
    <ol aria-label={label} className="flex flex-col gap-2.5">
      {finishers.map((finisher) => {
        const { position, name, teamColour, detail } = finisher
        const isWinner = position === 1
        const isOnPlate = isWinner && parseHex(teamColour) !== null
        return (
          <li
            key={position}
            className={`flex min-w-0 items-center gap-3 ${isOnPlate ? 'plate rounded-m px-3 py-2.5' : 'px-3'}`}
            style={isOnPlate ? { '--plate': teamColour, '--on-plate': textOn(teamColour) } : {}}
          >
            <Medal position={position} size={isWinner ? 'large' : 'normal'} />
            {!isOnPlate && <TeamBar teamColour={teamColour} />}
            <span
              className={`timing flex min-w-0 flex-1 items-baseline gap-1.5 font-semibold ${isWinner ? 'text-section' : 'text-timing'}`}
            >
              <span className="truncate">{name}</span>
              <DriverMark name={name} />
            </span>
            {detail !== undefined && (
              <span
                className={`timing shrink-0 tabular-nums ${isWinner ? 'text-subhead font-semibold' : 'text-timing text-muted'}`}
              >
                {detail}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const MEDAL_SIZES = {
  small: 'h-5 min-w-5 text-micro',
  normal: 'h-7 min-w-8 text-timing',
  large: 'h-11 min-w-12 text-figure',
} as const

interface MedalProps {
  readonly position: Finisher['position']
  readonly size: keyof typeof MEDAL_SIZES
}

/** Shows the number of a place in gold, silver or bronze. */
export function Medal({ position, size }: MedalProps) {
  return (
    <span
      className={`timing inline-grid shrink-0 place-items-center rounded-s border-2 font-semibold ${MEDALS[position]} ${MEDAL_SIZES[size]}`}
    >
      {position}
    </span>
  )
}
