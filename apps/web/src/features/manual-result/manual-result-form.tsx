import { manualResults } from '@pitboard/contract/sessions/session-document'
import type { RecordedSession } from '@pitboard/contract/sessions/session'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { changesOf } from '../../changes/edit-versions.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { roleName } from '../../timing/session-roles.ts'
import { localTimeOf, ownTimeZone } from '../season/time-zones.ts'
import { TrackSelect } from '../season/track-select.tsx'
import { checkTyped } from './validate-result.ts'
import { type Corrected, correctionWords } from './edited-result.ts'
import { mergeRows, parseClassification } from './parse-classification.ts'
import { PasteButton, type KnownDriver, ROWS_MAX, TypedGrid, withTeam } from './result-grid.tsx'
import { isOfLaps, kindOf, toDocument, toRows, type TypedKind } from './result-document.ts'
import { BLANK_ROW, isTyped, QUALIFYING_FIELDS, RACE_FIELDS, type TypedRow } from './result-rows.ts'

const ROWS_AT_FIRST = 20
const KINDS = ['race', 'sprint', 'qualifying', 'sprintQualifying'] as const

export interface Stored {
  readonly sessionId: string
  /** The season's version that its link made; null where nothing was linked. */
  readonly linked: number | null
}

interface TypedFormProps {
  /** The season of the event; its drivers and teams are offered. */
  readonly season: Season | null
  readonly event: SeasonEvent | null
  readonly corrected: Corrected | null
  /** Refetches the corrected session after somebody else has changed it. */
  readonly renew?: () => Promise<Corrected | undefined>
  /** Which season and event. */
  readonly renderChoice?: (error: string | null) => ReactNode
  readonly onStored: (stored: Stored) => void
}

/** A classification that no recorder saw, stored as a session and linked to its event. */
export function TypedForm({ season, event, renderChoice, onStored, ...from }: TypedFormProps) {
  const text = useText()
  /** What the correction is made from. */
  const [opened, setOpened] = useState(from.corrected)
  const corrected = opened?.session ?? null
  /** What others changed of it meanwhile; empty where nobody did. */
  const [missed, setMissed] = useState<readonly string[]>([])
  const [kind, setKind] = useState<TypedKind>(() => (corrected ? kindOf(corrected) : 'race'))
  const [chosenTrack, setTrack] = useState(corrected?.trackId ?? null)
  const [rows, setRows] = useState<readonly TypedRow[]>(() =>
    corrected ? toRows(corrected) : Array.from({ length: ROWS_AT_FIRST }, () => BLANK_ROW),
  )
  const [pasted, setPasted] = useState(0)
  /** Of a first try that stored the result and could not link it. */
  const [storedId, setStoredId] = useState(corrected?.id ?? null)
  const fields = isOfLaps(kind) ? RACE_FIELDS : QUALIFYING_FIELDS
  const track = event?.track ?? chosenTrack
  const startsAt = corrected?.sessionStartTime ?? event?.startsAt ?? null
  const drivers = season?.standings.drivers.filter(({ isHidden }) => !isHidden) ?? []

  function paste(table: string) {
    const pastedRows = parseClassification(table, isOfLaps(kind) ? 'time' : 'bestLap')
    const lines = pastedRows.map((row) => withTeam(row, drivers)).slice(0, ROWS_MAX)
    setPasted(lines.length)
    if (lines.length > 0) setRows(lines)
  }

  async function send(_values: object, entries: FormData) {
    const isOpen = season !== null && event === null && corrected === null
    if (isOpen) return { event: text('organiser.eventMissing') }
    const checked = checkTyped({ entries, rows, fields, trackId: track, startsAt }, text)
    if ('errors' in checked) return checked.errors
    const teamColours = new Map(
      season?.standings.teams.map((team) => [team.name, team.teamColour] as const),
    )
    const typed = rows.filter(isTyped)
    const body = toDocument({ ...checked, kind, rows: typed, teamColours, before: corrected })
    try {
      const { id } = await (storedId === null
        ? call(manualResults.create, { body })
        : call(manualResults.correct, {
            params: { id: storedId },
            body,
            ...(opened && { ifMatch: opened.tag }),
          }))
      setStoredId(id)
      return await link(id)
    } catch (error) {
      const newest = changesOf(error) && (await from.renew?.())
      if (newest && opened) takeOver(opened.session, newest)
      throw error
    }
  }

  /** What somebody else has saved meanwhile, but where something was typed here. */
  function takeOver(was: RecordedSession, newest: Corrected) {
    const { session } = newest
    setMissed(correctionWords(was, session, text))
    setRows(mergeRows(toRows(was), rows, toRows(session)))
    if (kind === kindOf(was)) setKind(kindOf(session))
    if (chosenTrack === was.trackId) setTrack(session.trackId)
    setOpened(newest)
  }

  async function link(sessionId: string) {
    if (!season || !event || corrected) {
      onStored({ sessionId, linked: null })
      return null
    }
    const params = { seasonId: season.id, eventId: event.id, sessionId }
    try {
      const { version } = await call(seasons.setSession, { params, body: null })
      onStored({ sessionId, linked: version })
      return null
    } catch (error) {
      return { form: `${text('organiser.storedNotLinked')} ${refusalText(error, text)}` }
    }
  }

  return (
    <Form
      label={text('organiser.typeResult')}
      submitLabel={text(corrected ? 'organiser.saveCorrection' : 'organiser.saveResult')}
      onSubmit={send}
    >
      {(errors) => (
        <>
          {missed.length > 0 && <MissedChanges changes={missed} onSeen={() => setMissed([])} />}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
            {renderChoice?.(errors.event ?? null)}
            {event === null && (
              <TrackSelect track={track} onTrack={setTrack} error={errors.track ?? null} />
            )}
            <Field label={text('organiser.sessionType')}>
              <Select<TypedKind>
                options={KINDS.map((value) => ({ value, label: roleName(value, text) }))}
                value={kind}
                onChange={setKind}
              />
            </Field>
            <Field
              label={text('organiser.drivenAt')}
              name="drivenAt"
              error={errors.drivenAt ?? null}
            >
              <Input
                key={startsAt}
                name="drivenAt"
                type="datetime-local"
                defaultValue={startsAt ? localTimeOf(startsAt, ownTimeZone()) : ''}
              />
            </Field>
            {isOfLaps(kind) && (
              <Field label={text('organiser.plannedLaps')} name="laps" error={errors.laps ?? null}>
                <Input
                  key={corrected?.numberOfLaps}
                  name="laps"
                  inputMode="numeric"
                  defaultValue={String(corrected?.numberOfLaps ?? 0)}
                  autoComplete="off"
                />
              </Field>
            )}
          </div>
          <p className="max-w-4xl text-small text-muted">
            {text('organiser.typeResultHow')} {text('organiser.typeResultKeys')}
          </p>
          <div className="flex flex-wrap gap-2 empty:hidden">
            {drivers.length > 0 && !rows.some(isTyped) && (
              <Button size="small" onClick={() => setRows(rowsOfDrivers(drivers))}>
                {text('organiser.fillInDrivers')}
              </Button>
            )}
            <PasteButton onText={paste} />
          </div>
          <TypedGrid
            rows={rows}
            fields={fields}
            known={drivers.map(({ name, team }) => ({ name, team }))}
            onRows={setRows}
            onPasted={setPasted}
          />
          <p role="status" className="text-small text-muted empty:hidden">
            {pasted > 0 && text('organiser.linesPasted', { count: pasted })}
          </p>
          <div>
            {rows.length < ROWS_MAX && (
              <Button size="small" onClick={() => setRows([...rows, BLANK_ROW])}>
                {text('organiser.addRow')}
              </Button>
            )}
          </div>
        </>
      )}
    </Form>
  )
}

/** In the order of the standings, to be moved where they finished. */
function rowsOfDrivers(drivers: readonly KnownDriver[]): TypedRow[] {
  return drivers.slice(0, ROWS_MAX).map(({ name, team }) => ({ ...BLANK_ROW, name, team }))
}

/** Lists the changes of somebody else, which apply except where something was typed here. */
function MissedChanges({
  changes,
  onSeen,
}: {
  readonly changes: readonly string[]
  readonly onSeen: () => void
}) {
  const text = useText()
  return (
    <div role="alert" className="rounded-l border border-secondary bg-panel p-4">
      <h2 className="text-subhead text-secondary">{text('organiser.conflictTitle')}</h2>
      <p className="mt-1 mb-2 max-w-prose">{text('organiser.correctedMeanwhile')}</p>
      <ul className="mb-3 flex max-w-prose list-disc flex-col gap-1 pl-5 wrap-anywhere">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <Button onClick={onSeen}>{text('organiser.conflictSeen')}</Button>
    </div>
  )
}
