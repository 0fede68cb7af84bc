import { isRaceType } from '@pitboard/contract/wire/enumerations'
import type { ReactNode } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatFuelLaps } from '../live/car-figures.ts'
import { useCarIdentity } from '../race/car-identity.ts'
import { useCar } from '../race/use-live.ts'
import { DamageList } from './damage-list.tsx'
import { TyreWearGrid } from './tyre-wear-grid.tsx'

interface CarStateProps {
  readonly place: number
  /** The car is compared with this driver's; null stands for nobody. */
  readonly rivalPlace: number | null
}

interface CellProps {
  readonly place: number
}

/** Shows fuel, energy, wear and damage of the car, beside those of a rival. */
export function CarState({ place, rivalPlace }: CarStateProps) {
  const t = useText()
  const isRace = useCar(place, (_, session) => isRaceType(session.sessionType)) === true
  const hasDrs = useCar(place, (driver) => driver.drsStatus !== null) === true
  const hasModes = useCar(place, (driver) => driver.overtakeStatus !== null) === true
  const places = rivalPlace === null ? [place] : [place, rivalPlace]
  const row = (label: PlainKey, cell: (place: number) => ReactNode) => (
    <tr>
      <th
        scope="row"
        className="label py-0.5 pr-2 pl-3 text-left align-baseline font-medium whitespace-nowrap"
      >
        {t(label)}
      </th>
      {places.map((each) => (
        <td key={each} className="py-0.5 pr-3 align-baseline">
          {cell(each)}
        </td>
      ))}
    </tr>
  )
  return (
    <>
      <table aria-label={t('panels.car')} className="timing w-full border-b border-line">
        {rivalPlace !== null && (
          <thead>
            <tr>
              <th scope="col" className="sr-only">
                {t('panels.car')}
              </th>
              {places.map((each) => (
                <th key={each} scope="col" className="py-0.5 text-left">
                  <Code place={each} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {row(isRace ? 'panels.fuelAtFinish' : 'panels.fuel', (each) => (
            <Fuel place={each} isMargin={isRace} />
          ))}
          {row('panels.ers', (each) => (
            <Energy place={each} />
          ))}
          {hasDrs && row('panels.drs', (each) => <Aid place={each} field="drsStatus" />)}
          {hasModes &&
            row('panels.straightMode', (each) => <Aid place={each} field="activeAeroStatus" />)}
          {hasModes &&
            row('panels.overtakeMode', (each) => <Aid place={each} field="overtakeStatus" />)}
          {row('panels.tyreWear', (each) => (
            <Wear place={each} />
          ))}
          {row('panels.damage', (each) => (
            <Damage place={each} />
          ))}
        </tbody>
      </table>
      {places.map((each) => (
        <Restriction key={each} place={each} />
      ))}
    </>
  )
}

function Code({ place }: CellProps) {
  return <>{useCarIdentity(place)?.code}</>
}

/** A restricted value is not the same as one that has not arrived yet. */
function Unknown({ place }: CellProps) {
  const t = useText()
  const isPublic = useCar(place, (driver) => driver.telemetryPublic)
  return (
    <span className="text-faint">
      {isPublic === false ? t('panels.notSent') : <span aria-hidden="true">–</span>}
    </span>
  )
}

/** Says once which values are missing and why. */
function Restriction({ place }: CellProps) {
  const t = useText()
  const car = useCarIdentity(place)
  const isPublic = useCar(place, (car) => car.telemetryPublic)
  if (!car || isPublic !== false) return null
  return (
    <p className="border-b border-line px-3 py-1 text-small text-muted">
      {t('panels.restricted', { driver: car.code })}
    </p>
  )
}

function Fuel({ place, isMargin }: CellProps & { readonly isMargin: boolean }) {
  const t = useText()
  const laps = useCar(place, (driver) => driver.fuelRemainingLaps)
  if (laps === null) return <Unknown place={place} />
  return (
    <span className={laps < 0 ? 'text-bad' : ''}>
      {t('panels.fuelLaps', { laps: formatFuelLaps(laps, isMargin) })}
    </span>
  )
}

const ERS_MODES: readonly PlainKey[] = [
  'panels.ersOff',
  'panels.ersMedium',
  'panels.ersHotlap',
  'panels.ersOvertake',
]

function Energy({ place }: CellProps) {
  const t = useText()
  const percent = useCar(place, (driver) => driver.ersStorePercent)
  const deployed = useCar(place, (driver) => driver.ersDeployedPercent) ?? 0
  const mode = useCar(place, (driver) => driver.ersDeployMode) ?? -1
  const modeKey = ERS_MODES[mode]
  if (percent === null) return <Unknown place={place} />
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="font-semibold">{t('panels.percent', { percent })}</span>
      {modeKey !== undefined && <span>{t(modeKey)}</span>}
      <span className="text-muted">{t('panels.ersDeployed', { percent: deployed })}</span>
    </span>
  )
}

const AID_STATES: readonly PlainKey[] = [
  'panels.aidUnavailable',
  'panels.aidAvailable',
  'panels.aidActive',
]

interface AidProps extends CellProps {
  readonly field: 'drsStatus' | 'activeAeroStatus' | 'overtakeStatus'
}

function Aid({ place, field }: AidProps) {
  const t = useText()
  const status = useCar(place, (driver) => driver[field])
  const key = AID_STATES[status ?? -1]
  if (key === undefined) return <Unknown place={place} />
  return <span className={status === 0 ? 'text-muted' : 'font-semibold'}>{t(key)}</span>
}

function Wear({ place }: CellProps) {
  const wear = useCar(place, (driver) => driver.tyreWear)
  return wear === null ? <Unknown place={place} /> : <TyreWearGrid wear={wear} />
}

function Damage({ place }: CellProps) {
  const damage = useCar(place, (driver) => driver.damage)
  return damage === null ? <Unknown place={place} /> : <DamageList damage={damage} />
}
