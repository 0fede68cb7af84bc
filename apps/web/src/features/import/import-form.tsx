import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatPoints } from '../../timing/format-points.ts'
import type { PreviewColumn } from './import-preview.tsx'
import { type ImportRow, readRows } from './import-rows.ts'
import { type Meaning, readColumns } from './read-columns.ts'
import { TableImport } from './table-import.tsx'
import { useImport } from './use-import.ts'

const MEANING_NAMES = {
  name: 'importing.driver',
  team: 'importing.team',
  points: 'importing.points',
  carNumber: 'importing.carNumber',
  platformId: 'importing.platformId',
  unused: 'importing.unused',
} as const satisfies Record<Meaning, PlainKey>

interface ImportFormProps {
  readonly label: string
  readonly example: string
  readonly used: readonly Meaning[]
  /** A row names a driver or a team. */
  readonly subject: 'name' | 'team'
  /** These names exist. */
  readonly known: readonly string[]
  /** The text begins with this. */
  readonly initial?: string
  /** It says what applying does with what is there. */
  readonly note: string
  readonly onApply: (rows: readonly ImportRow[]) => Promise<void>
}

/** Imports a table of another tool with a row for each driver or team. */
export function ImportForm({
  label,
  example,
  used,
  subject,
  known,
  initial = '',
  note,
  onApply,
}: ImportFormProps) {
  const t = useText()
  const imported = useImport<Meaning>({
    read: (text) => readColumns(text, used),
    wordOf: (meaning) => meaning,
    unused: 'unused',
    initial,
  })
  const rows = readRows(imported.read.rows, {
    meanings: imported.columns,
    subject,
    needsPoints: used.includes('points'),
    known,
    chosen: imported.chosenNames,
    nameMax: TEXT_MAX.driverName,
  })
  const valid = rows.filter(({ fault }) => fault === null)
  return (
    <TableImport
      of={imported}
      label={label}
      hint={t('importing.tableHint')}
      example={example}
      meanings={[...used, 'unused' as const].map((column) => ({
        column,
        label: t(MEANING_NAMES[column]),
      }))}
      rows={rows}
      known={known}
      shown={shownColumns(t).filter(({ key }) => used.includes(key) && key !== subject)}
      applyLabel={valid.length === 0 ? null : t('importing.apply', { count: valid.length })}
      nothingToApply={t('importing.nothing')}
      onApply={() => onApply(valid)}
      note={note}
    />
  )
}

function shownColumns(t: Text): (PreviewColumn & { readonly key: Meaning })[] {
  const column = (
    key: Exclude<Meaning, 'name' | 'unused'>,
    textOf: (row: ImportRow) => string,
  ) => ({
    key,
    head: t(MEANING_NAMES[key]),
    isNumeric: key === 'points',
    cellOf: (row: ImportRow) => ({ text: textOf(row) }),
  })
  return [
    column('carNumber', ({ carNumber }) => String(carNumber ?? '–')),
    column('team', ({ team }) => team || '–'),
    column('platformId', ({ platformId }) => platformId || '–'),
    column('points', ({ points }) => (points === null ? '–' : formatPoints(points, t.locale))),
  ]
}
