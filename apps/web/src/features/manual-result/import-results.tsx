import { resultImports } from '@pitboard/contract/seasons/result-import'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { instantOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { roleName } from '../../timing/session-roles.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { type Option, Select } from '../../ui/forms/select.tsx'
import { readRows } from '../import/import-rows.ts'
import { TableField, TableFile, useTypedTable } from '../import/table-field.tsx'
import { useEditedSeason } from '../season/edited-season.ts'
import { readRounds, type RoundColumn, type RoundKind } from './read-rounds.ts'
import { type CellMeaning, guessMeaning } from './round-cells.ts'
import { RoundNotice } from './round-notice.tsx'
import { type RoundResult, toResults } from './round-results.ts'
import { RoundsPreview } from './rounds-preview.tsx'

const KINDS = ['race', 'sprint'] as const satisfies readonly RoundKind[]

interface ImportResultsProps {
  /** The season knows these names, of drivers who have not driven yet too. */
  readonly known: readonly string[]
}

/** Imports results from another tool: a table with drivers as rows and rounds as columns. */
export function ImportResults({ known }: ImportResultsProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [columns, setColumns] = useState<ReadonlyMap<number, RoundColumn>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [drivenAt, setDrivenAt] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosenMeaning, setMeaning] = useState<CellMeaning | null>(null)
  const [tier, setTier] = useState('')
  const [nowMs] = useState(() => Date.now())
  const table = useTypedTable('', () => {
    setColumns(new Map())
    setMeaning(null)
  })

  const read = readRounds(table.typed, season.events)
  const meanings = read.columns.map((column, at) => columns.get(at) ?? column)
  const rounds = meanings.flatMap((column, at) => ('eventId' in column ? [at] : []))
  const meaning =
    chosenMeaning ?? guessMeaning(rounds.map((at) => read.rows.map((cells) => cells[at] ?? '')))
  const drivers = season.standings.drivers.filter(({ isHidden }) => !isHidden)
  const rows = readRows(read.rows, {
    meanings: meanings.map(({ kind }) => (kind === 'name' || kind === 'team' ? kind : 'unused')),
    subject: 'name',
    needsPoints: false,
    known,
    chosen,
    nameMax: TEXT_MAX.driverName,
  })
  const results = toResults(
    { columns: meanings, cells: read.rows, rows, meaning },
    {
      events: season.events,
      pointsSystem: season.pointsSystem,
      tier,
      teams: new Map(drivers.map(({ name, team }) => [name, team])),
      teamColours: new Map(
        season.standings.teams.map(({ name, teamColour }) => [name, teamColour]),
      ),
      drivenAt: toInstants(drivenAt),
      nowMs,
    },
  )
  const ready = results.flatMap((result) =>
    result?.document ? [{ eventId: result.eventId, tier, document: result.document }] : [],
  )
  const options: Option<string>[] = [
    { value: 'unused', label: t('importing.unused') },
    { value: 'name', label: t('importing.driver') },
    { value: 'team', label: t('importing.team') },
    ...KINDS.flatMap((kind) =>
      season.events.map((event, index) => {
        const name = eventName(event)
        // A narrow list cuts the end off, which says less than the kind.
        const label = kind === 'race' ? name : `${roleName(kind, t)} · ${name}`
        return { value: valueOf({ kind, eventId: event.id }), label: `${index + 1} ${label}` }
      }),
    ),
  ]

  /** A meaning has one column: the other one that had it is not used. */
  function choose(at: number, value: string) {
    const next = meanings.map((column) =>
      valueOf(column) === value ? ({ kind: 'unused' } as const) : column,
    )
    const chosenColumn = columnOf(value)
    setColumns(new Map(next.map((column, index) => [index, index === at ? chosenColumn : column])))
  }

  async function apply() {
    if (ready.length === 0) return { table: t('importing.noRound') }
    const params = { seasonId: season.id }
    const body = { results: ready }
    await edit.run((ifMatch) => call(resultImports.create, { params, body, ifMatch }), {
      done: t('importing.resultsDone', { count: ready.length }),
    })
    table.set('')
    setChosen(new Map())
    return null
  }

  return (
    <Form
      label={t('importing.resultsTitle')}
      submitLabel={
        ready.length === 0
          ? t('importing.applyNothing')
          : t('importing.applyRounds', { count: ready.length })
      }
      isDraft={false}
      onSubmit={apply}
      actions={<TableFile table={table} />}
    >
      {(errors) => (
        <>
          <p className="max-w-prose text-muted">{t('importing.resultsWhy')}</p>
          {season.tiers.length > 0 && (
            <div className="max-w-xs">
              <Field label={t('importing.tierOfTable')}>
                <Select<string>
                  options={[
                    { value: '', label: t('importing.allTiers') },
                    ...season.tiers.map((name) => ({ value: name, label: name })),
                  ]}
                  value={tier}
                  onChange={setTier}
                />
              </Field>
            </div>
          )}
          <TableField
            table={table}
            hint={t('importing.resultsHint')}
            example={t('importing.resultsExample')}
            error={errors.table ?? null}
          />
          {rows.length > 0 && (
            <>
              <div className="max-w-xs">
                <ChoiceBar<CellMeaning>
                  label={t('importing.cellMeaning')}
                  options={[
                    { value: 'places', label: t('importing.places') },
                    { value: 'points', label: t('importing.points') },
                  ]}
                  value={meaning}
                  onChange={setMeaning}
                />
              </div>
              <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] items-start gap-3">
                <legend className="mb-1.5 text-small text-muted">{t('importing.columns')}</legend>
                {meanings.map((column, at) => {
                  const result = results[at] ?? null
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
                    <div key={at} className="flex min-w-0 flex-col gap-1.5">
                      <Field label={read.heads[at] || t('importing.column', { number: at + 1 })}>
                        <Select<string>
                          options={options}
                          value={valueOf(column)}
                          onChange={(value) => choose(at, value)}
                        />
                      </Field>
                      {result && needsDate(season.events, result.eventId, nowMs) && (
                        <Input
                          type="datetime-local"
                          aria-label={t('importing.drivenAt', { name: read.heads[at] || at + 1 })}
                          value={drivenAt.get(result.eventId) ?? ''}
                          onChange={({ target }) =>
                            setDrivenAt(new Map([...drivenAt, [result.eventId, target.value]]))
                          }
                        />
                      )}
                      {result && <RoundNotice result={result} />}
                    </div>
                  )
                })}
              </fieldset>
              <RoundsPreview
                rows={rows}
                cells={read.rows}
                rounds={rounds.map((at) => ({
                  at,
                  head: read.heads[at] || String(at + 1),
                  isUsed: isImported(results[at]),
                }))}
                meaning={meaning}
                known={known}
                onMap={(name, mappedTo) => setChosen(new Map([...chosen, [name, mappedTo]]))}
              />
            </>
          )}
          {read.cutRows > 0 && (
            <p className="text-bad">{t('importing.cutRows', { count: read.cutRows })}</p>
          )}
          {read.cutColumns > 0 && (
            <p className="text-bad">{t('importing.cutColumns', { count: read.cutColumns })}</p>
          )}
        </>
      )}
    </Form>
  )
}

function isImported(result: RoundResult | null | undefined): boolean {
  return result ? result.document !== null : false
}

function valueOf(column: RoundColumn): string {
  return 'eventId' in column ? `${column.kind} ${column.eventId}` : column.kind
}

function columnOf(value: string): RoundColumn {
  if (value === 'name' || value === 'team') return { kind: value }
  const kind = KINDS.find((one) => value.startsWith(`${one} `))
  return kind ? { kind, eventId: value.slice(kind.length + 1) } : { kind: 'unused' }
}

/** Returns whether the calendar has no moment at which the event can have been driven. */
function needsDate(
  events: readonly { readonly id: string; readonly startsAt: string | null }[],
  eventId: string,
  nowMs: number,
): boolean {
  const startsAt = events.find(({ id }) => id === eventId)?.startsAt ?? null
  return startsAt === null || Date.parse(startsAt) > nowMs
}

function toInstants(typed: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...typed].flatMap(([eventId, local]) => {
      const instant = instantOf(local, ownTimeZone())
      return instant === null ? [] : [[eventId, instant]]
    }),
  )
}
