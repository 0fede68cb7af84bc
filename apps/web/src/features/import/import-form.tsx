import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { type ReactNode, useState } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ImportPreview } from './import-preview.tsx'
import { type ImportRow, readRows } from './import-rows.ts'
import { type Meaning, readColumns } from './read-columns.ts'
import { TableField, TableFile, useTypedTable } from './table-field.tsx'

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
  readonly children?: ReactNode
  readonly onApply: (rows: readonly ImportRow[]) => Promise<void>
}

/** Takes a table of another tool: it is pasted or from a file, shown as it is understood, and then applied. */
export function ImportForm({
  label,
  example,
  used,
  subject,
  known,
  initial = '',
  note,
  children,
  onApply,
}: ImportFormProps) {
  const t = useText()
  const [columns, setColumns] = useState<ReadonlyMap<number, Meaning>>(new Map())
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const table = useTypedTable(initial, () => setColumns(new Map()))
  const read = readColumns(table.typed, used)
  const meanings = read.meanings.map((meaning, at) => columns.get(at) ?? meaning)
  const needsPoints = used.includes('points')
  const rows = readRows(read.rows, {
    meanings,
    subject,
    needsPoints,
    known,
    chosen,
    nameMax: TEXT_MAX.driverName,
  })
  const valid = rows.filter(({ fault }) => fault === null)

  /** A meaning has one column: the other one that had it is not used. */
  function choose(at: number, meaning: Meaning) {
    const next = meanings.map((one) => (one === meaning ? 'unused' : one))
    setColumns(new Map(next.map((one, index) => [index, index === at ? meaning : one])))
  }

  async function apply() {
    if (valid.length === 0) return { table: t('importing.nothing') }
    await onApply(valid)
    table.set('')
    setChosen(new Map())
    return null
  }

  return (
    <Form
      label={label}
      submitLabel={
        valid.length === 0
          ? t('importing.applyNothing')
          : t('importing.apply', { count: valid.length })
      }
      isDraft={false}
      onSubmit={apply}
      actions={<TableFile table={table} />}
    >
      {(errors) => (
        <>
          {children}
          <TableField
            table={table}
            hint={t('importing.tableHint')}
            example={example}
            error={errors.table ?? null}
          />
          {rows.length > 0 && (
            <>
              <fieldset className="flex flex-wrap gap-3">
                <legend className="mb-1.5 text-small text-muted">{t('importing.columns')}</legend>
                {meanings.map((meaning, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
                  <div key={at} className="w-40 min-w-0">
                    <Field label={read.heads[at] || t('importing.column', { number: at + 1 })}>
                      <Select<Meaning>
                        options={[...used, 'unused' as const].map((value) => ({
                          value,
                          label: t(MEANING_NAMES[value]),
                        }))}
                        value={meaning}
                        onChange={(next) => choose(at, next)}
                      />
                    </Field>
                  </div>
                ))}
              </fieldset>
              <ImportPreview
                rows={rows}
                used={used}
                subject={subject}
                known={known}
                onMap={(name, mappedTo) => setChosen(new Map([...chosen, [name, mappedTo]]))}
              />
            </>
          )}
          {read.cutRows > 0 && (
            <p className="text-bad">{t('importing.cutRows', { count: read.cutRows })}</p>
          )}
          {rows.length > 0 && <p className="max-w-prose text-small text-muted">{note}</p>}
        </>
      )}
    </Form>
  )
}
