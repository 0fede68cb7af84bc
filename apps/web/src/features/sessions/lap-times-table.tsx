import type { Driver } from '@pitboard/contract/driver'
import type { SessionDetail } from '@pitboard/contract/session'
import { driverCodes } from '../../timing/driver-codes.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { readableColour } from '../../timing/readable-colour.ts'
import { ScrollBox } from '../../ui/scroll-box.tsx'
import { classified, sessionBestLapMs } from './classification.ts'
import { lapMark } from './lap-mark.ts'
import { SessionSection, TABLE_FRAME } from './session-section.tsx'

/** Drivers across in the order of the result, laps down. */
export function LapTimesTable({ session }: { readonly session: SessionDetail }) {
  const drivers = classified(session).filter(({ lapTimes }) => lapTimes.length > 0)
  if (drivers.length === 0) return null
  const codes = driverCodes(drivers)
  const bestMs = sessionBestLapMs(session)
  const lastLap = Math.max(...drivers.map(({ lapTimes }) => lapTimes.length))
  return (
    <SessionSection title="Lap times">
      <ScrollBox label="Lap times table" className={`max-h-[80dvh] ${TABLE_FRAME}`}>
        <table className="timing border-separate border-spacing-0 text-[0.9375rem] whitespace-nowrap">
          <thead>
            <tr className="h-10">
              <th className="label sticky top-0 left-0 z-2 border-b border-line bg-panel px-3 text-right font-medium">
                Lap
              </th>
              {drivers.map((driver, place) => (
                <th
                  key={driver.driverIdx}
                  scope="col"
                  title={driver.name}
                  className="sticky top-0 z-1 border-b border-line bg-panel px-1 text-right font-semibold"
                >
                  <span
                    className="border-b-2 pb-0.5"
                    style={{ borderColor: readableColour(driver.teamColour) }}
                  >
                    {codes[place]}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: lastLap }, (_, lapIndex) => (
              <tr key={lapIndex} className="h-8 even:bg-stripe">
                <th
                  scope="row"
                  className="sticky left-0 border-r border-line bg-panel px-3 text-right font-medium text-muted"
                >
                  {lapIndex + 1}
                </th>
                {drivers.map((driver) => (
                  <LapCell
                    key={driver.driverIdx}
                    driver={driver}
                    lapIndex={lapIndex}
                    bestMs={bestMs}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="mt-2 flex flex-wrap gap-x-5 text-[0.9375rem] text-muted">
        <span>
          <LapTimeText text="1:23.456" mark="sessionBest" /> best of the session
        </span>
        <span>
          <LapTimeText text="1:23.456" mark="personalBest" /> personal best
        </span>
        <span>
          <LapTimeText text="1:23.456" mark="invalid" /> invalid
        </span>
        <span>
          <span className="text-in-pit">P</span> pit stop
        </span>
      </p>
    </SessionSection>
  )
}

interface LapCellProps {
  readonly driver: Driver
  readonly lapIndex: number
  readonly bestMs: number
}

function LapCell({ driver, lapIndex, bestMs }: LapCellProps) {
  const lap = driver.lapTimes[lapIndex]
  if (!lap) return <td aria-label="No lap" />
  const stopped = driver.pitStops.some(({ lapNum }) => lapNum === lapIndex + 1)
  return (
    <td className="px-1 text-right">
      {stopped && (
        <span className="mr-1 text-[0.8em] font-semibold text-in-pit" title="Pit stop">
          P
        </span>
      )}
      <LapTimeText text={formatLapTime(lap.lapTime)} mark={lapMark(lap, driver, bestMs)} />
    </td>
  )
}
