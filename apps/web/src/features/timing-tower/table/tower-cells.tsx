import type { PlainKey } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { abnormalResult } from '../../../timing/names.ts'
import { Tag, type TagTone } from '../../../timing/tag.tsx'
import { TeamBar } from '../../../timing/team-bar.tsx'
import { TyreBadge } from '../../../timing/tyre-badge.tsx'
import { useCarIdentity } from '../../race/car-identity.ts'
import { isAttacking } from '../../race/interval-trend.ts'
import { gapText, intervalText, type Status, statusOf } from '../../race/standing.ts'
import { trainPlace } from '../../race/train.ts'
import { useCar } from '../../race/use-live.ts'

/** Each cell reads its own field: a tick repaints the cells with a changed value, and no row. */
export interface CellProps {
  readonly place: number
}

export function PositionCell({ place }: CellProps) {
  return <>{useCar(place, (driver) => driver.position) ?? '–'}</>
}

export function DriverCell({ place }: CellProps) {
  const car = useCarIdentity(place)
  if (!car) return null
  const { code, name, team, teamColour } = car
  return (
    <span className="@container flex min-w-0 items-center gap-2" title={`${name}, ${team}`}>
      <TeamBar teamColour={teamColour} />
      <span data-code={name !== ''} className="min-w-[2.1em] shrink-0 font-semibold tracking-wide">
        {code}
      </span>
      <span data-name className="min-w-0 truncate text-muted @max-[5.5rem]:hidden">
        {name}
      </span>
    </span>
  )
}

export function GapCell({ place }: CellProps) {
  const t = useText()
  return <>{useCar(place, (driver, session) => gapText(driver, session, t))}</>
}

/**
 * A car that attacks the one ahead has a frame around its interval; the frame is white, as it is no warning. Cars of
 * a train share one line instead.
 */
export function IntervalCell({ place }: CellProps) {
  const t = useText()
  const interval = useCar(place, (driver, session) => intervalText(driver, session, t))
  const train = useCar(place, trainPlace)
  const isAlone = useCar(place, isAttacking) === true && train === null
  if (train !== null) {
    return (
      <span data-train={train} title={t('live.inTrain')}>
        {interval}
        <span className="sr-only"> {t('live.inTrain')}</span>
      </span>
    )
  }
  return (
    <span
      className={isAlone ? 'rounded-s px-1 -mx-1 font-semibold ring-1 ring-muted' : undefined}
      title={isAlone ? t('live.inBattle') : undefined}
    >
      {interval}
    </span>
  )
}

export function TyreCell({ place }: CellProps) {
  const t = useText()
  const compound = useCar(place, (driver) => driver.currentTyreCompound)
  const age = useCar(place, (driver) => driver.currentTyreAgeLaps)
  if (compound === null) return <>–</>
  return (
    <span className="inline-flex items-center gap-1.5">
      <TyreBadge tyreCompound={compound} />
      <span className="w-4 text-left text-muted" title={t('live.tyreAge')}>
        {age}
      </span>
    </span>
  )
}

const STATUS: Readonly<
  Record<Exclude<Status, null>, { tone: TagTone; text: string; title: PlainKey }>
> = {
  pit: { tone: 'pit', text: 'PIT', title: 'live.inPit' },
  flying: { tone: 'finished', text: 'FLY', title: 'live.flyingLap' },
  outLap: { tone: 'plain', text: 'OUT', title: 'live.outLap' },
  inLap: { tone: 'plain', text: 'IN', title: 'live.inLap' },
  garage: { tone: 'plain', text: 'BOX', title: 'live.garage' },
  finished: { tone: 'finished', text: 'FIN', title: 'live.finished' },
}

export function StatusCell({ place }: CellProps) {
  const t = useText()
  const resultStatus = useCar(place, (driver) => driver.resultStatus)
  const status = useCar(place, statusOf)
  const result = resultStatus === null ? null : abnormalResult(resultStatus)
  if (result) {
    return (
      <Tag tone="bad" title={t(result.long)}>
        {result.short}
      </Tag>
    )
  }
  if (status === null) return null
  const { tone, text, title } = STATUS[status]
  return (
    <Tag tone={tone} title={t(title)}>
      {text}
    </Tag>
  )
}
