import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatLapTime, formatSectorTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { abnormalResult } from '../../timing/names.ts'
import { Tag, type TagTone } from '../../timing/tag.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { driverCode } from '../live/driver-code.ts'
import { gapText, intervalText, sectorTimes, type Status, statusOf } from '../live/standing.ts'
import { bestLapMark, lastLapMark, sectorMark } from './time-mark.ts'
import { useCar } from '../live/use-live.ts'

/** Each cell reads its own field: a tick repaints the cells with a changed value, and no row. */
interface CellProps {
  readonly place: number
}

export function PositionCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.position) ?? '–'}</>
}

export function DriverCell({ place }: CellProps) {
  const code = useCar(place, (_, { drivers }) => driverCode(drivers, place))
  const name = useCar(place, (driver) => driver.name)
  const colour = useCar(place, (driver) => driver.teamColour) ?? ''
  const team = useCar(place, (driver) => driver.team) ?? ''
  return (
    <span className="@container flex min-w-0 items-center gap-2" title={`${name}, ${team}`}>
      <TeamBar teamColour={colour} />
      <span className="w-9 shrink-0 font-semibold tracking-wide">{code}</span>
      <span className="min-w-0 truncate text-muted @max-[120px]:hidden">{name}</span>
    </span>
  )
}

export function GapCell({ place }: CellProps) {
  const text = useText()
  return <>{useCar(place, (driver, session) => gapText(driver, session, text))}</>
}

export function IntervalCell({ place }: CellProps) {
  const text = useText()
  return <>{useCar(place, (driver, session) => intervalText(driver, session, text))}</>
}

export function LastLapCell({ place }: CellProps) {
  const text = formatLapTime(useCar(place, (driver) => driver.lastLapTimeMs))
  return <LapTimeText text={text} mark={useCar(place, lastLapMark)} />
}

export function BestLapCell({ place }: CellProps) {
  const text = formatLapTime(useCar(place, (driver) => driver.bestLapTimeMs))
  return <LapTimeText text={text} mark={useCar(place, bestLapMark)} />
}

export function SectorCell({ place, sector }: CellProps & { readonly sector: 0 | 1 | 2 }) {
  const timeMs = useCar(place, (driver) => sectorTimes(driver)[sector] ?? null)
  const mark = useCar(place, (driver, session) => sectorMark(driver, session, sector))
  return <LapTimeText text={formatSectorTime(timeMs)} mark={mark} />
}

export function TyreCell({ place }: CellProps) {
  const text = useText()
  const compound = useCar(place, (driver) => driver.currentTyreCompound)
  const age = useCar(place, (driver) => driver.currentTyreAgeLaps)
  if (compound === null) return <>–</>
  return (
    <span className="inline-flex items-center gap-1.5">
      <TyreBadge tyreCompound={compound} />
      <span className="w-4 text-left text-muted" title={text('live.tyreAge')}>
        {age ?? ''}
      </span>
    </span>
  )
}

export function StopsCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.pitStops.length)}</>
}

export function PenaltiesCell({ place }: CellProps) {
  const text = useText()
  const seconds = useCar(place, (driver) => driver.totalPenaltiesSeconds) ?? 0
  const driveThroughs = useCar(place, (driver) => driver.unservedDriveThroughs) ?? 0
  const stopGos = useCar(place, (driver) => driver.unservedStopGos) ?? 0
  const parts = [
    seconds > 0 ? text('live.penaltySeconds', { seconds }) : '',
    driveThroughs > 0 ? 'DT' : '',
    stopGos > 0 ? 'SG' : '',
  ]
  return <span className="text-secondary">{parts.filter((part) => part !== '').join(' ')}</span>
}

const STATUS: Readonly<
  Record<Exclude<Status, null>, { tone: TagTone; text: string; title: PlainKey }>
> = {
  pit: { tone: 'pit', text: 'PIT', title: 'live.inPit' },
  outLap: { tone: 'outLap', text: 'OUT', title: 'live.outLap' },
  inLap: { tone: 'plain', text: 'IN', title: 'live.inLap' },
  garage: { tone: 'plain', text: 'BOX', title: 'live.garage' },
  finished: { tone: 'finished', text: 'FIN', title: 'live.finished' },
}

export function StatusCell({ place }: CellProps) {
  const message = useText()
  const resultStatus = useCar(place, (driver) => driver.resultStatus)
  const status = useCar(place, statusOf)
  const result = resultStatus === null ? null : abnormalResult(resultStatus)
  if (result) {
    return (
      <Tag tone="bad" title={message(result.long)}>
        {result.short}
      </Tag>
    )
  }
  if (status === null) return null
  const { tone, text, title } = STATUS[status]
  return (
    <Tag tone={tone} title={message(title)}>
      {text}
    </Tag>
  )
}
