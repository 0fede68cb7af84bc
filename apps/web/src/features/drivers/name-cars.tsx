import { sessions } from '@pitboard/contract/sessions/session-endpoints'
import type { Driver } from '@pitboard/contract/sessions/driver'
import type { EventSession, SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type MouseEvent, useId } from 'react'
import { joinParts } from '../../messages/join-parts.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import type { Text } from '../../messages/create-text.ts'
import { formatLapTime } from '../../timing/format-lap-time.ts'
import { TeamBar } from '../../timing/team-bar.tsx'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { entryOf } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { hiddenCars, knownCars, previousSessionId, suggestNames } from './name-suggestions.ts'
import { findSession, sessionTitle } from '../season/session-titles.ts'
import { useEditedSeason } from '../season/edited-season.ts'

interface NameCarsProps {
  readonly event: SeasonEvent
  readonly linked: EventSession
  readonly onClose: () => void
}

/** Assigns drivers to cars; a car without a name shows the game's name. */
export function NameCars({ event, linked, onClose }: NameCarsProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const names = useId()
  const { session, driverNames } = linked
  const query = useQuery({
    queryKey: ['sessions', session.id],
    queryFn: ({ signal }) => call(sessions.get, { params: { id: session.id }, signal }),
  })
  const previous = findSession(season, previousSessionId(season, session.id))
  const previousId = previous?.linked.session.id
  const { data: before } = useQuery({
    queryKey: ['sessions', previousId],
    queryFn:
      previousId === undefined
        ? skipToken
        : ({ signal }) => call(sessions.get, { params: { id: previousId }, signal }),
  })
  const known = before && previous ? knownCars(before.drivers, previous.linked, season) : []
  const hidden = hiddenCars(season, session.id)
  const drivers =
    query.data?.drivers.toSorted((a, b) => (a.position ?? 99) - (b.position ?? 99)) ?? []

  async function save(_values: object, entries: FormData) {
    const count = Math.max(0, ...drivers.map(({ driverIdx }) => driverIdx + 1))
    const typed = Array.from({ length: count }, (_, driverIdx) => {
      const name = entryOf(entries, `car${driverIdx}`).trim()
      return name === '' ? null : name
    })
    const name = sessionTitle(season, event, linked, t)
    const params = { seasonId: season.id, eventId: event.id, sessionId: session.id }
    await edit.run(
      (ifMatch) => call(seasons.setSession, { params, body: { driverNames: typed }, ifMatch }),
      { done: t('organiser.driversNamed', { name }) },
    )
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('organiser.nameDrivers')}
      description={t('organiser.nameDriversHow')}
    >
      <QueryContent query={query} placeholder={<Skeleton className="h-80" />}>
        {() => (
          <Form
            label={t('organiser.nameDrivers')}
            submitLabel={t('organiser.save')}
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
                      className="grid grid-cols-[2rem_minmax(0,1fr)_minmax(0,1.3fr)] items-center gap-x-2"
                    >
                      <span className="timing text-right text-timing text-muted">
                        {driver.position ?? '–'}
                      </span>
                      <span className="flex min-w-0 items-center gap-2">
                        <TeamBar teamColour={driver.teamColour} />
                        <span className="min-w-0">
                          <span className="block truncate">
                            {driver.name}{' '}
                            <span className="timing text-muted">{driver.carNumber ?? '–'}</span>
                          </span>
                          <span className="block text-micro text-muted">{carFacts(driver, t)}</span>
                        </span>
                      </span>
                      <input
                        name={`car${driver.driverIdx}`}
                        list={names}
                        maxLength={TEXT_MAX.driverName}
                        autoComplete="off"
                        defaultValue={driverNames[driver.driverIdx] ?? ''}
                        placeholder={driver.name}
                        aria-label={t('organiser.nameOfCar', {
                          name: driver.name,
                          number: driver.carNumber ?? '–',
                        })}
                        className={CONTROL_LOOK}
                      />
                      {hidden.has(driver.driverIdx) && (
                        <Suggestions names={suggestNames(driver, known, drivers)} />
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Form>
        )}
      </QueryContent>
    </Dialog>
  )
}

/** Returns what helps to remember who it was: "Ferrari · place 3 · Best lap 1:32.104". */
function carFacts(driver: Driver, t: Text): string {
  const place = driver.finishingPosition ?? driver.position
  return joinParts([
    driver.team,
    place !== null && t('season.place', { position: place }),
    driver.bestLapTimeMs !== null &&
      `${t('organiser.bestLap')} ${formatLapTime(driver.bestLapTimeMs)}`,
  ])
}

/** A press fills in these names. */
function Suggestions({ names }: { readonly names: readonly string[] }) {
  const t = useText()
  if (names.length === 0) return null
  return (
    <span className="col-start-3 flex flex-wrap gap-x-3 text-small">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          value={name}
          onClick={fillIn}
          aria-label={t('organiser.fillIn', { name })}
          className="min-h-8 text-link coarse:min-h-11"
        >
          {name}
        </button>
      ))}
    </span>
  )
}

/** Fills the name into the field of the same line. */
function fillIn({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const field = currentTarget.closest('li')?.querySelector('input')
  if (!field) return
  field.value = currentTarget.value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
