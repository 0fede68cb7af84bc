import { type ComponentType, useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { formatRoadGap } from '../../timing/format-lap-time.ts'
import { penaltyWords } from '../../timing/penalty-messages.ts'
import { RoleButtons } from '../../timing/role-buttons.tsx'
import { useNamedDrivers } from '../../timing/season-names.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Card, ScrollBox } from '../../ui/card.tsx'
import { type CarIdentity, driverCode, useCarIdentity } from '../race/car-identity.ts'
import { useDriverFocus } from '../race/driver-focus.tsx'
import { gapBetween, neighbours } from '../race/standing.ts'
import { useCar, useLive } from '../race/use-live.ts'
import { CarState } from './car-state.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { LapList } from './lap-list.tsx'
import { StintList } from './stint-list.tsx'

interface DriverPanelProps {
  /** It shows what is expected of the tyres of the car. */
  readonly Outlook: ComponentType<PlaceProps>
}

/** Shows everything about the driver whom the screen follows; shows nothing while it follows nobody. */
export function DriverPanel({ Outlook }: DriverPanelProps) {
  const { driverIdx } = useDriverFocus()
  const place = useLive(({ drivers }) =>
    drivers.findIndex((driver) => driver.driverIdx === driverIdx),
  )
  if (driverIdx === null || place === null || place < 0) return null
  return <DriverDetails key={driverIdx} place={place} Outlook={Outlook} />
}

/** In a time trial there is nobody to compare with, and nobody else to follow. */
function useIsAlone(): boolean {
  return useLive(({ drivers }) => drivers.length === 1) === true
}

interface PlaceProps {
  readonly place: number
}

function DriverDetails({ place, Outlook }: PlaceProps & DriverPanelProps) {
  const t = useText()
  const [rivalPlace, setRivalPlace] = useState<number | null>(null)
  const isAlone = useIsAlone()
  const car = useCarIdentity(place)
  // A time trial is about its laps: they stand first.
  const laps = <LapList place={place} rivalPlace={rivalPlace} />
  return (
    <Card as="section" label={t('panels.driver')} frame fill>
      {car && <DriverHead place={place} car={car} />}
      {!isAlone && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-1">
          <Neighbours place={place} />
          <CompareChoice place={place} value={rivalPlace} onChange={setRivalPlace} />
        </div>
      )}
      <ScrollBox label={t('panels.laps')} className="min-h-0 flex-1">
        {isAlone && laps}
        <CarState place={place} rivalPlace={rivalPlace} />
        <StintList place={place} />
        <Outlook place={place} />
        <Penalties place={place} />
        {!isAlone && laps}
      </ScrollBox>
    </Card>
  )
}

function DriverHead({ place, car }: PlaceProps & { readonly car: CarIdentity }) {
  const t = useText()
  const { focusDriver } = useDriverFocus()
  const position = useCar(place, (driver) => driver.position)
  const isAlone = useIsAlone()
  const { driverIdx, name, team, code } = car
  const named = useNamedDrivers()({ driverIdx, name })
  return (
    <div className="@container/head flex items-center gap-2 border-b border-line py-0.5 pr-1 pl-3">
      <TeamBar teamColour={car.teamColour} />
      <h2 className="min-w-0 flex-1 truncate text-timing">
        {t('panels.positionOf', { position: position ?? '–' })} {code}{' '}
        <span className="text-muted">
          {name}
          {team !== '' && `, ${team}`}
        </span>
      </h2>
      <RoleButtons {...named} />
      {!isAlone && (
        <IconButton icon="close" label={t('ui.close')} onClick={() => focusDriver(null)} />
      )}
    </div>
  )
}

/** Shows the drivers ahead and behind with their gaps; pressing one follows that driver instead. */
function Neighbours({ place }: PlaceProps) {
  const t = useText()
  const { focusDriver } = useDriverFocus()
  // It is a text, because a new object at every tick would repaint the panel.
  const around = useCar(place, (driver, session) => {
    const { ahead, behind } = neighbours(driver, session)
    return [ahead, behind].map((other) => other?.driverIdx ?? '').join()
  })
  const [ahead = '', behind = ''] = around?.split(',') ?? []
  return (
    <dl className="timing flex flex-1 gap-4">
      {[
        { label: t('panels.ahead'), driverIdx: ahead },
        { label: t('panels.behind'), driverIdx: behind },
      ].map(({ label, driverIdx }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dt className="label">{label}</dt>
          <dd>
            {driverIdx === '' ? (
              '–'
            ) : (
              <button
                type="button"
                onClick={() => focusDriver(Number(driverIdx))}
                className="underline-offset-3 hover:underline coarse:py-2"
              >
                <NeighbourGap place={place} driverIdx={Number(driverIdx)} />
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function NeighbourGap({ place, driverIdx }: PlaceProps & { readonly driverIdx: number }) {
  const code = useLive(({ drivers }) =>
    driverCode(
      drivers,
      drivers.findIndex((driver) => driver.driverIdx === driverIdx),
    ),
  )
  const gap = useCar(place, (driver, session) => {
    const other = session.drivers.find((each) => each.driverIdx === driverIdx)
    return formatRoadGap(other ? gapBetween(driver, other, session) : null)
  })
  return (
    <>
      {code} <span className="text-muted">{gap}</span>
    </>
  )
}

function Penalties({ place }: PlaceProps) {
  const t = useText()
  const penalties = useCar(place, (driver) => driver.penalties) ?? []
  const warnings = useCar(place, (driver) => driver.totalWarnings) ?? 0
  if (penalties.length === 0 && warnings === 0) return null
  return (
    <ul className="border-b border-line px-3 py-1 text-small">
      {penalties.map(({ penaltyType, penaltyTime, lapNum }, index) => (
        <li key={index}>
          <span className="timing text-faint">{t('screen.lapShort', { lap: lapNum })}</span>{' '}
          {penaltyWords(penaltyType, penaltyTime, t)}
        </li>
      ))}
      {warnings > 0 && <li className="text-muted">{t('panels.warnings', { count: warnings })}</li>}
    </ul>
  )
}
