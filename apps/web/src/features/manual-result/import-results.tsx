import { resultImports } from '@pitboard/contract/seasons/result-import'
import { eventName } from '@pitboard/contract/seasons/event-name'
import { instantOf, ownTimeZone } from '@pitboard/contract/seasons/time-zones'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { cellAt } from '../../timing/read-table.ts'
import { roleName } from '../../timing/session-roles.ts'
import { ChoiceBar } from '../../ui/buttons/choice-bar.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { readRows } from '../import/import-rows.ts'
import { TableImport } from '../import/table-import.tsx'
import { useImport } from '../import/use-import.ts'
import { useEditedSeason } from '../season/edited-season.ts'
import { readRounds, type RoundColumn, type RoundKind, UNUSED } from './read-rounds.ts'
import { type CellMeaning, guessMeaning } from './round-cells.ts'
import { RoundNotice } from './round-notice.tsx'
import { previewRound } from './round-preview.ts'
import { type RoundResult, toResults } from './round-results.ts'

const KINDS = ['race', 'sprint'] as const satisfies readonly RoundKind[]

interface ImportResultsProps {
  /** The season knows these names, of drivers who have not driven yet too. */
  readonly known: readonly string[]
}

/** Imports results from another tool: a table with drivers as rows and rounds as columns. */
export function ImportResults({ known }: ImportResultsProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [drivenAt, setDrivenAt] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosenMeaning, setMeaning] = useState<CellMeaning | null>(null)
  const [tier, setTier] = useState('')
  const [nowMs] = useState(() => Date.now())
  const imported = useImport({
    read: (text) => readRounds(text, season.events),
    wordOf,
    unused: UNUSED,
    onOtherTable: () => setMeaning(null),
  })
  const { read, columns } = imported
  const rounds = columns.flatMap((column, at) => ('eventId' in column ? [at] : []))
  const meaning =
    chosenMeaning ?? guessMeaning(rounds.map((at) => read.rows.map((cells) => cellAt(cells, at))))
  const drivers = season.standings.drivers.filter(({ isHidden }) => !isHidden)
  const rows = readRows(read.rows, {
    meanings: columns.map(({ kind }) => (kind === 'name' || kind === 'team' ? kind : 'unused')),
    subject: 'name',
    needsPoints: false,
    known,
    chosen: imported.chosenNames,
    nameMax: TEXT_MAX.driverName,
  })
  const results = toResults(
    { columns, rows, meaning },
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
  const meanings: { readonly column: RoundColumn; readonly label: string }[] = [
    { column: UNUSED, label: t('importing.unused') },
    { column: { kind: 'name' }, label: t('importing.driver') },
    { column: { kind: 'team' }, label: t('importing.team') },
    ...KINDS.flatMap((kind) =>
      season.events.map((event, index) => {
        const name = eventName(event)
        // A narrow list cuts the end off, which says less than the kind.
        const label = kind === 'race' ? name : `${roleName(kind, t)} · ${name}`
        return { column: { kind, eventId: event.id }, label: `${index + 1} ${label}` }
      }),
    ),
  ]

  async function apply() {
    const params = { seasonId: season.id }
    const body = { results: ready }
    await edit.run((ifMatch) => call(resultImports.create, { params, body, ifMatch }), {
      done: t('importing.resultsDone', { count: ready.length }),
    })
  }

  function belowColumn(at: number) {
    const result = results[at]
    if (!result) return null
    return (
      <>
        {needsDate(season.events, result.eventId, nowMs) && (
          <Input
            type="datetime-local"
            aria-label={t('importing.drivenAt', { name: read.heads[at] || at + 1 })}
            value={drivenAt.get(result.eventId) ?? ''}
            onChange={({ target }) =>
              setDrivenAt(new Map([...drivenAt, [result.eventId, target.value]]))
            }
          />
        )}
        <RoundNotice result={result} />
      </>
    )
  }

  return (
    <TableImport
      of={imported}
      label={t('importing.resultsTitle')}
      hint={t('importing.resultsHint')}
      example={t('importing.resultsExample')}
      meanings={meanings}
      rows={rows}
      known={known}
      shown={rounds.map((at) =>
        previewRound(
          { at, head: read.heads[at] || String(at + 1), isUsed: isImported(results[at]) },
          meaning,
          t,
        ),
      )}
      applyLabel={ready.length === 0 ? null : t('importing.applyRounds', { count: ready.length })}
      nothingToApply={t('importing.noRound')}
      onApply={apply}
      aboveColumns={
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
      }
      belowColumn={belowColumn}
    >
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
    </TableImport>
  )
}

function isImported(result: RoundResult | null | undefined): boolean {
  return result ? result.document !== null : false
}

function wordOf(column: RoundColumn): string {
  return 'eventId' in column ? `${column.kind} ${column.eventId}` : column.kind
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
