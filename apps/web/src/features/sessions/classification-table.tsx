import type { Driver } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { abnormalResult, isRace } from '../../timing/names.ts'
import { Tag } from '../../timing/tag.tsx'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { classified, sessionBestLapMs, timeOrGap } from './classification.ts'
import { DriverLabel } from './driver-label.tsx'
import { SessionSection, TABLE_FRAME } from './session-section.tsx'

const RIGHT = 'px-3 text-right'
/** Left off on a phone, where the rest says the result. */
const WIDE = 'px-3 text-right max-sm:hidden'

export function ClassificationTable({ session }: { readonly session: SessionDetail }) {
  const drivers = classified(session)
  const [winner] = drivers
  if (!winner) return <p className="text-muted">The recording holds no drivers.</p>
  const race = isRace(session.sessionType)
  return (
    <SessionSection title="Classification">
      <ScrollBox label="Classification table" className={TABLE_FRAME}>
        <table className="timing w-full text-[1.0625rem] whitespace-nowrap">
          <thead>
            <tr className="label h-9 border-b border-line text-left">
              <th className="w-10 pl-3 text-right font-medium">
                <abbr title="Position" className="no-underline">
                  #
                </abbr>
              </th>
              {race && (
                <th className="w-14 px-2 text-center font-medium max-sm:w-9 max-sm:px-1">
                  <abbr title="Places against the grid" className="no-underline">
                    +/−
                  </abbr>
                </th>
              )}
              <th className="px-2 font-medium">Driver</th>
              <th className="px-3 font-medium max-md:hidden">Team</th>
              <th className={`${WIDE} font-medium`}>Laps</th>
              <th className={`${RIGHT} font-medium`}>{race ? 'Time' : 'Best / gap'}</th>
              {race && <th className={`${WIDE} font-medium`}>Best lap</th>}
              {race && <th className={`${WIDE} font-medium`}>Stops</th>}
              <th className={`${WIDE} font-medium`}>Penalties</th>
            </tr>
          </thead>
          <tbody>
            {drivers.map((driver) => (
              <ResultRow key={driver.driverIdx} driver={driver} winner={winner} session={session} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </SessionSection>
  )
}

interface RowProps {
  readonly driver: Driver
  readonly winner: Driver
  readonly session: SessionDetail
}

function ResultRow({ driver, winner, session }: RowProps) {
  const race = isRace(session.sessionType)
  const result = abnormalResult(driver.resultStatus)
  const fastest = driver.bestLapTimeMs === sessionBestLapMs(session)
  return (
    <tr className="h-10 border-b border-line last:border-b-0 even:bg-stripe">
      <td className="pl-3 text-right font-semibold">
        {driver.finishingPosition ?? driver.position ?? '–'}
      </td>
      {race && (
        <td className="px-2 text-center max-sm:px-1">
          <GridChange driver={driver} />
        </td>
      )}
      <th scope="row" className="max-w-40 px-2 text-left font-medium sm:max-w-60">
        <DriverLabel driver={driver} />
      </th>
      <td className="max-w-52 truncate px-3 text-muted max-md:hidden">{driver.team}</td>
      <td className={WIDE}>{driver.numberOfLaps}</td>
      <td className={RIGHT}>
        {result ? (
          <Tag tone="bad" title={result.long}>
            {result.short}
          </Tag>
        ) : (
          timeOrGap(driver, winner, session)
        )}
      </td>
      {race && (
        <td className={WIDE}>
          <LapTimeText
            text={formatLapTime(driver.bestLapTimeMs)}
            mark={fastest ? 'sessionBest' : null}
          />
        </td>
      )}
      {race && <td className={WIDE}>{driver.pitStops.length}</td>}
      <td className={`${WIDE} text-secondary`}>
        {driver.totalPenaltiesSeconds > 0 ? `+${driver.totalPenaltiesSeconds} s` : ''}
      </td>
    </tr>
  )
}

function GridChange({ driver }: { readonly driver: Driver }) {
  const { startingPosition, finishingPosition } = driver
  if (!startingPosition || finishingPosition === null) return null
  const gained = startingPosition - finishingPosition
  const from = `from ${startingPosition}`
  if (gained === 0) {
    return (
      <span className="text-faint" title={from}>
        –
      </span>
    )
  }
  return (
    <span className={gained > 0 ? 'text-personal-best' : 'text-invalid'} title={from}>
      <span aria-hidden="true">{gained > 0 ? '▴' : '▾'}</span>
      <span className="sr-only">{gained > 0 ? 'gained ' : 'lost '}</span>
      {Math.abs(gained)}
    </span>
  )
}
