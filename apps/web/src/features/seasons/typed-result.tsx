import { ResultStatus, SessionType } from '@pitboard/contract/enumerations'
import { seasons } from '@pitboard/contract/season'
import type { SessionDetail } from '@pitboard/contract/session'
import { useState } from 'react'
import { useSession } from '../../auth/session.ts'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { eventName } from './event-names.ts'
import type { PartProps } from './season-editor.tsx'
import { instantOf, localTimeOf, ownTimeZone } from './time-zones.ts'
import { faultsOf, toDocument, type TypedRow } from './typed-result-document.ts'
import { TypedRowFields } from './typed-row-fields.tsx'

const ROWS_AT_FIRST = 10
const ROWS_MAX = 22
const TYPES = [
  SessionType.Race,
  SessionType.Race2,
  SessionType.ShortQualifying,
  SessionType.Q3,
  SessionType.ShortSprintShootout,
]

const BLANK: TypedRow = {
  ...{ name: '', team: '', laps: '', time: '', bestLap: '', grid: '', penalty: '' },
  resultStatus: ResultStatus.Finished,
}

interface TypedResultProps extends PartProps {
  /** Stores it as a recorded session; resolves with its id. */
  readonly store: (document: SessionDetail) => Promise<string>
}

/** A classification that no recorder saw, typed by hand and linked to its event. */
export function TypedResult({ season, edit, store }: TypedResultProps) {
  const text = useText()
  const session = useSession()
  const [eventId, setEventId] = useState<string | null>(null)
  const [sessionType, setSessionType] = useState<number>(SessionType.Race)
  const [rows, setRows] = useState<readonly TypedRow[]>(() =>
    Array.from({ length: ROWS_AT_FIRST }, () => BLANK),
  )
  const named = rows.filter(({ name }) => name.trim() !== '')
  const event = season.events.find(({ id }) => id === eventId)

  async function send(entries: FormData) {
    if (!session) return { form: text('organiser.signedOut') }
    if (!event) return { event: text('organiser.eventMissing') }
    if (named.length === 0) return { form: text('organiser.noDriversTyped') }
    if (faultsOf(named).length > 0) return { form: text('organiser.rowsInvalid') }
    const local = entryOf(entries, 'drivenAt')
    const startsAt = local === '' ? event.startsAt : instantOf(local, ownTimeZone())
    if (startsAt === null) return { drivenAt: text('organiser.timeMissing') }
    const laps = Number(entryOf(entries, 'laps'))
    if (!Number.isInteger(laps) || laps < 0 || laps > 200) {
      return { laps: text('organiser.noNumber') }
    }
    const body = toDocument({
      ...{ id: crypto.randomUUID(), userId: session.userId, userName: session.username },
      ...{ trackId: event.track, sessionType, startsAt, laps, rows: named },
      gameVersion: new Date(startsAt).getUTCFullYear(),
    })
    const errors = await edit.run(
      async () => {
        const sessionId = await store(body)
        await call(seasons.addSessions, {
          params: { seasonId: season.id, eventId: event.id },
          body: { sessionIds: [sessionId] },
        })
      },
      { done: text('organiser.sessionsAdded', { count: 1 }) },
    )
    if (!errors) setRows(Array.from({ length: ROWS_AT_FIRST }, () => BLANK))
    return errors
  }

  return (
    <Form
      label={text('organiser.typeResult')}
      submitLabel={text('organiser.saveResult')}
      submitLook="secondary"
      onSubmit={send}
    >
      {(errors) => (
        <>
          <p className="max-w-prose text-muted">{text('organiser.typeResultHow')}</p>
          <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-4">
            <Field label={text('organiser.event')} error={errors.event ?? null}>
              <Select
                options={season.events.map((one) => ({ value: one.id, label: eventName(one) }))}
                placeholder={text('organiser.chooseEvent')}
                value={eventId}
                onChange={setEventId}
              />
            </Field>
            <Field label={text('organiser.sessionType')}>
              <Select
                options={TYPES.map((type) => ({
                  value: String(type),
                  label: sessionTypeName(type, text),
                }))}
                value={String(sessionType)}
                onChange={(type) => setSessionType(Number(type))}
              />
            </Field>
            <Field
              label={text('organiser.drivenAt')}
              name="drivenAt"
              error={errors.drivenAt ?? null}
            >
              <Input
                key={eventId}
                name="drivenAt"
                type="datetime-local"
                defaultValue={event?.startsAt ? localTimeOf(event.startsAt, ownTimeZone()) : ''}
              />
            </Field>
            <Field label={text('organiser.plannedLaps')} name="laps" error={errors.laps ?? null}>
              <Input name="laps" inputMode="numeric" defaultValue="0" autoComplete="off" />
            </Field>
          </div>
          <TypedRowFields rows={rows} onRows={setRows} />
          {rows.length < ROWS_MAX && (
            <div>
              <Button size="small" onClick={() => setRows([...rows, BLANK])}>
                {text('organiser.addRow')}
              </Button>
            </div>
          )}
        </>
      )}
    </Form>
  )
}
