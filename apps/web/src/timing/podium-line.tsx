import { DriverMark } from './driver-mark.tsx'
import { Medal, type PodiumProps } from './podium.tsx'
import { TeamBar } from './team-bar.tsx'

interface PodiumLineProps extends PodiumProps {
  /** The winner has their name instead of a code where the line has room. */
  readonly nameWinner?: boolean
}

/** Shows the first three in one line of codes. */
export function PodiumLine({ finishers, label, nameWinner = false }: PodiumLineProps) {
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-2 gap-y-1 @md:gap-x-3">
      {finishers.map(({ position, name, code = name, teamColour }) => (
        <li key={position} title={name} className="timing flex items-center gap-1.5 text-small">
          <Medal position={position} size="small" />
          <TeamBar teamColour={teamColour} />
          <Code name={name} code={code} isNamed={nameWinner && position === 1} />
          <DriverMark name={name} />
        </li>
      ))}
    </ol>
  )
}

interface CodeProps {
  readonly name: string
  readonly code: string
  readonly isNamed: boolean
}

function Code({ name, code, isNamed }: CodeProps) {
  return (
    <>
      {isNamed && (
        <span
          aria-hidden="true"
          className="max-w-44 truncate text-timing font-semibold @max-3xl:hidden"
        >
          {name}
        </span>
      )}
      <span aria-hidden="true" className={isNamed ? '@3xl:hidden' : ''}>
        {code}
      </span>
      <span className="sr-only">{name}</span>
    </>
  )
}
