import { sessions } from '@pitboard/contract/session-endpoints'
import type { EventSession, SeasonEvent } from '@pitboard/contract/season'
import { seasons } from '@pitboard/contract/season-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { CONTROL_LOOK } from '../../ui/control-look.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { PageError } from '../../ui/shell/page-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { eventName } from './event-names.ts'
import type { PartProps } from './season-editor.tsx'

interface NameCarsProps extends PartProps {
  readonly event: SeasonEvent
  readonly linked: EventSession
  readonly onClose: () => void
}

/** Says of each car who drove it; where nothing is said, the game's name stands. */
export function NameCars({ season, edit, event, linked, onClose }: NameCarsProps) {
  const text = useText()
  const names = useId()
  const { session, driverNames } = linked
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', session.id],
    queryFn: ({ signal }) => call(sessions.get, { params: { id: session.id }, signal }),
  })
  const drivers = data?.drivers.toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99)) ?? []

  async function save(entries: FormData) {
    const count = Math.max(0, ...drivers.map(({ driverIdx }) => driverIdx + 1))
    const typed = Array.from({ length: count }, (_, driverIdx) => {
      const name = entryOf(entries, `car${driverIdx}`).trim()
      return name === '' ? null : name
    })
    const name = `${eventName(event)}, ${sessionTypeName(session.sessionType, text)}`
    const params = { seasonId: season.id, eventId: event.id, sessionId: session.id }
    const errors = await edit.run(
      (ifMatch) => call(seasons.setSession, { params, body: { driverNames: typed }, ifMatch }),
      { done: text('organiser.driversNamed', { name }) },
    )
    if (!errors) onClose()
    return errors
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('organiser.nameDrivers')}
      description={text('organiser.nameDriversHow')}
    >
      {error && <PageError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (
        <Form
          label={text('organiser.nameDrivers')}
          submitLabel={text('organiser.save')}
          onSubmit={save}
        >
          {() => (
            <>
              <datalist id={names}>
                {season.standings.drivers
                  .filter(({ isHidden }) => !isHidden)
                  .map(({ key, name }) => (
                    <option key={key} value={name}>
                      {name}
                    </option>
                  ))}
              </datalist>
              <ul className="flex flex-col gap-2">
                {drivers.map((driver) => (
                  <li
                    key={driver.driverIdx}
                    className="grid grid-cols-[2rem_minmax(0,1fr)_minmax(0,1.3fr)] items-center gap-2"
                  >
                    <span className="timing text-right text-lg text-muted">
                      {driver.position ?? '–'}
                    </span>
                    <span className="flex min-w-0 items-center gap-2">
                      <TeamBar teamColour={driver.teamColour} />
                      <span className="min-w-0 truncate">{driver.name}</span>
                      <span className="timing text-faint">{driver.carNumber ?? '–'}</span>
                    </span>
                    <input
                      name={`car${driver.driverIdx}`}
                      list={names}
                      maxLength={60}
                      autoComplete="off"
                      defaultValue={driverNames[driver.driverIdx] ?? ''}
                      placeholder={driver.name}
                      aria-label={text('organiser.nameOfCar', {
                        name: driver.name,
                        number: driver.carNumber ?? '–',
                      })}
                      className={CONTROL_LOOK}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </Form>
      )}
    </Dialog>
  )
}
