import type { Driver } from '@pitboard/contract/sessions/driver'
import type { LiveSession } from '@pitboard/contract/live/live'
import { MINI_SECTORS, MiniSector } from '@pitboard/contract/live/mini-sectors'
import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import { useText } from '../../../messages/use-text.ts'
import { useCar } from '../../race/use-live.ts'
import type { CellProps } from '../table/tower-cells.tsx'

const STEP = 5
const BAR = 4
const HEIGHT = 16

/** The better the time, the higher is the bar: it reads without colour. */
const BARS = [
  { status: MiniSector.Slower, height: 5, look: 'fill-muted' },
  { status: MiniSector.PersonalBest, height: 11, look: 'fill-personal-best' },
  { status: MiniSector.SessionBest, height: HEIGHT, look: 'fill-session-best' },
] as const

/** Shows a bar for each mini-sector; those of the last lap are dimmed until the car passes again. */
export function MiniSectorCell({ place }: CellProps) {
  const t = useText()
  const digits = useCar(place, (driver, session) => digitsOf(place, driver, session)) ?? ''
  const [running = '', last = ''] = digits.split(' ')
  // The numbers are passed as texts: formatting them would cost more than the bars.
  const label = t('screen.miniSectorsDone', {
    done: String(running.length),
    count: String(MINI_SECTORS),
    best: countOf(running, MiniSector.SessionBest),
    personal: countOf(running, MiniSector.PersonalBest),
  })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${STEP * MINI_SECTORS} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="block h-4 w-full overflow-visible"
    >
      <path d={BASELINE} className="fill-line-strong" />
      <Bars digits={last} from={running.length} opacity={0.5} />
      <Bars digits={running} from={0} opacity={1} />
    </svg>
  )
}

const BASELINE = barsOf('0'.repeat(MINI_SECTORS), 0, 0, 1)

interface BarsProps {
  readonly digits: string
  readonly from: number
  readonly opacity: number
}

function Bars({ digits, from, opacity }: BarsProps) {
  return BARS.map(({ status, height, look }) => {
    const bars = barsOf(digits, from, status, height)
    if (bars === '') return null
    // `opacity` would make each path a layer of the page, which costs time in every frame.
    return <path key={look} d={bars} className={look} fillOpacity={opacity} />
  })
}

function barsOf(digits: string, from: number, status: MiniSector, height: number): string {
  const bars = Array.from(digits, (digit, index) =>
    digit === String(status)
      ? `M${(from + index) * STEP} ${HEIGHT - height}h${BAR}v${height}h-${BAR}z`
      : '',
  )
  return bars.join('')
}

function countOf(digits: string, status: MiniSector): string {
  return String(digits.split(String(status)).length - 1)
}

/** Returns a digit for each mini-sector: those of the running lap, a space, those of the lap before. */
function digitsOf(place: number, driver: Driver, session: LiveSession): string {
  const digits = session.miniSectors[place]?.join('') ?? ''
  const done = doneOf(driver, session.trackLength ?? 0)
  return `${digits.slice(0, done)} ${digits.slice(done)}`
}

function doneOf({ lapDistance, resultStatus }: Driver, trackLength: number): number {
  if (resultStatus !== ResultStatus.Active) return MINI_SECTORS
  if (lapDistance === null || trackLength === 0) return 0
  return Math.min(MINI_SECTORS, Math.max(0, Math.floor((lapDistance / trackLength) * MINI_SECTORS)))
}
