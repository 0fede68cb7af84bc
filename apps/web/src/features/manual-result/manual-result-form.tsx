import { manualResults } from '@pitboard/contract/sessions/session-document'
import type { Season, SeasonEvent } from '@pitboard/contract/seasons/season'
import { seasons } from '@pitboard/contract/seasons/season-endpoints'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { DraftForm } from '../../changes/draft-form.tsx'
import { changesOf } from '../../changes/edit-versions.ts'
import { useDraft } from '../../changes/use-draft.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormErrors } from '../../ui/forms/form-errors.ts'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { roleName } from '../../timing/session-roles.ts'
import { localTimeOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { TrackSelect } from '../season/track-select.tsx'
import { checkTyped } from './validate-result.ts'
import { type Corrected, describeResult, newResult, toResult } from './edited-result.ts'
import { parseClassification } from './parse-classification.ts'
import { PasteButton, type KnownDriver, ROWS_MAX, TypedGrid, withTeam } from './result-grid.tsx'
import { isOfLaps, toDocument, type TypedKind } from './result-document.ts'
import { blankRow, isTyped, QUALIFYING_FIELDS, RACE_FIELDS, type TypedRow } from './result-rows.ts'

const KINDS = ['race', 'sprint', 'qualifying', 'sprintQualifying'] as const

export interface Stored {
  readonly sessionId: string
  /** The link made this version of the season; null where nothing was linked. */
  readonly linked: number | null
}

interface TypedFormProps {
  /** It is the season of the event; its drivers and teams are offered. */
  readonly season: Season | null
  readonly event: SeasonEvent | null
  readonly corrected: Corrected | null
  /** Refetches the corrected session after somebody else has changed it. */
  readonly renew?: () => Promise<unknown>
  /** Renders the choice of season and event. */
  readonly renderChoice?: (error: string | null) => ReactNode
  readonly onStored: (stored: Stored) => void
}

/** Asks for a classification that no recorder saw, stores it as a session and links it to its event. */
export function TypedForm({ season, event, renderChoice, onStored, ...from }: TypedFormProps) {
  const t = useText()
  const { corrected } = from
  const [blank] = useState(newResult)
  const stored = corrected && { value: toResult(corrected.session), version: corrected.version }
  const draft = useDraft(stored ?? { value: blank, version: 0 }, stored, {
    keptAs: `result.${corrected?.session.id ?? event?.id ?? ''}`,
    isMessage: corrected === null,
  })
  const { value: typed, set } = draft
  const { kind, rows } = typed
  const setRows = (next: readonly TypedRow[]) => set({ rows: next })
  const [pasted, setPasted] = useState(0)
  const fields = isOfLaps(kind) ? RACE_FIELDS : QUALIFYING_FIELDS
  const track = event?.track ?? typed.trackId
  const startsAt = corrected?.session.sessionStartTime ?? event?.startsAt ?? null
  const drivenAt = typed.drivenAt ?? (startsAt ? localTimeOf(startsAt, ownTimeZone()) : '')
  const drivers = season?.standings.drivers.filter(({ isHidden }) => !isHidden) ?? []

  function paste(table: string) {
    const pastedRows = parseClassification(table, isOfLaps(kind) ? 'time' : 'bestLap')
    const lines = pastedRows.map((row) => withTeam(row, drivers)).slice(0, ROWS_MAX)
    setPasted(lines.length)
    if (lines.length > 0) setRows(lines)
  }

  async function save(): Promise<FormErrors | undefined> {
    const isOpen = season !== null && event === null && corrected === null
    if (isOpen) return { event: t('organiser.eventMissing') }
    const { laps } = typed
    const checked = checkTyped({ drivenAt, laps, rows, fields, trackId: track, startsAt }, t)
    if ('errors' in checked) return checked.errors
    const teamColours = new Map(
      season?.standings.teams.map((team) => [team.name, team.teamColour] as const),
    )
    const before = corrected?.session ?? null
    const body = toDocument({ ...checked, kind, rows: rows.filter(isTyped), teamColours, before })
    try {
      const { id } = await (typed.storedId === null
        ? call(manualResults.create, { body })
        : call(manualResults.correct, {
            params: { id: typed.storedId },
            body,
            ...(corrected && { ifMatch: corrected.tag }),
          }))
      return await link(id)
    } catch (error) {
      if (changesOf(error)) await from.renew?.()
      throw error
    }
  }

  async function link(sessionId: string): Promise<FormErrors | undefined> {
    if (!season || !event || corrected) {
      onStored({ sessionId, linked: null })
      return undefined
    }
    const params = { seasonId: season.id, eventId: event.id, sessionId }
    try {
      const { version } = await call(seasons.setSession, { params, body: null })
      onStored({ sessionId, linked: version })
      return undefined
    } catch (error) {
      set({ storedId: sessionId })
      return { form: `${t('organiser.storedNotLinked')} ${refusalText(error, t)}` }
    }
  }

  return (
    <DraftForm
      draft={draft}
      describe={describeResult(typed, ...(stored ? [stored.value] : []))}
      label={t('organiser.typeResult')}
      submitLabel={t(corrected ? 'organiser.saveCorrection' : 'organiser.saveResult')}
      onSave={save}
    >
      {(errors) => (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
            {renderChoice?.(errors.event ?? null)}
            {event === null && (
              <TrackSelect
                track={track}
                onTrack={(trackId) => set({ trackId })}
                error={errors.track ?? null}
              />
            )}
            <Field label={t('organiser.sessionType')}>
              <Select<TypedKind>
                options={KINDS.map((value) => ({ value, label: roleName(value, t) }))}
                value={kind}
                onChange={(next) => set({ kind: next })}
              />
            </Field>
            <Field label={t('organiser.drivenAt')} name="drivenAt" error={errors.drivenAt ?? null}>
              <Input
                name="drivenAt"
                type="datetime-local"
                value={drivenAt}
                onChange={({ target }) => set({ drivenAt: target.value })}
              />
            </Field>
            {isOfLaps(kind) && (
              <Field label={t('organiser.plannedLaps')} name="laps" error={errors.laps ?? null}>
                <Input
                  name="laps"
                  inputMode="numeric"
                  value={typed.laps}
                  onChange={({ target }) => set({ laps: target.value })}
                  autoComplete="off"
                />
              </Field>
            )}
          </div>
          <p className="max-w-4xl text-small text-muted">
            {t('organiser.typeResultHow')} {t('organiser.typeResultKeys')}
          </p>
          <div className="flex flex-wrap gap-2 empty:hidden">
            {drivers.length > 0 && !rows.some(isTyped) && (
              <Button size="small" onClick={() => setRows(rowsOfDrivers(drivers))}>
                {t('organiser.fillInDrivers')}
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
            {pasted > 0 && t('organiser.linesPasted', { count: pasted })}
          </p>
          <div>
            {rows.length < ROWS_MAX && (
              <Button size="small" onClick={() => setRows([...rows, blankRow()])}>
                {t('organiser.addRow')}
              </Button>
            )}
          </div>
        </>
      )}
    </DraftForm>
  )
}

/** Returns rows in the order of the standings; the user moves them to where the drivers finished. */
function rowsOfDrivers(drivers: readonly KnownDriver[]): TypedRow[] {
  return drivers.slice(0, ROWS_MAX).map(({ name, team }) => ({ ...blankRow(), name, team }))
}
