import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ImportPreview, type PreviewColumn } from './import-preview.tsx'
import type { ImportRow } from './import-rows.ts'
import { TableField, TableFile } from './table-field.tsx'
import type { Import } from './use-import.ts'

interface TableImportProps<Column> {
  readonly of: Import<Column>
  readonly label: string
  readonly hint: string
  readonly example: string
  /** A column may mean one of these. */
  readonly meanings: readonly { readonly column: Column; readonly label: string }[]
  readonly rows: readonly ImportRow[]
  /** These names exist. */
  readonly known: readonly string[]
  /** The preview shows these columns behind the names. */
  readonly shown: readonly PreviewColumn[]
  /** Null means that there is nothing to apply. */
  readonly applyLabel: string | null
  readonly nothingToApply: string
  readonly onApply: () => Promise<void>
  /** It stands above the columns once there are rows. */
  readonly aboveColumns?: ReactNode
  readonly belowColumn?: (at: number) => ReactNode
  /** It says what applying does with what is there. */
  readonly note?: string
  readonly children?: ReactNode
}

/** Takes a table of another tool: it is pasted or from a file, shown as it is understood, and then applied. */
export function TableImport<Column>({
  of: { table, read, columns, wordOf, choose, mapName, clear },
  label,
  hint,
  example,
  meanings,
  rows,
  known,
  shown,
  applyLabel,
  nothingToApply,
  onApply,
  aboveColumns,
  belowColumn,
  note,
  children,
}: TableImportProps<Column>) {
  const t = useText()
  const options = meanings.map((one) => ({ value: wordOf(one.column), label: one.label }))

  async function apply() {
    if (applyLabel === null) return { table: nothingToApply }
    await onApply()
    clear()
    return null
  }

  return (
    <Form
      label={label}
      submitLabel={applyLabel ?? t('importing.applyNothing')}
      submitLook="secondary"
      isDraft={false}
      onSubmit={apply}
      actions={<TableFile table={table} />}
    >
      {(errors) => (
        <>
          {children}
          <TableField table={table} hint={hint} example={example} error={errors.table ?? null} />
          {rows.length > 0 && (
            <>
              {aboveColumns}
              <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] items-start gap-3">
                <legend className="mb-1.5 text-small text-muted">{t('importing.columns')}</legend>
                {columns.map((column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
                  <div key={at} className="flex min-w-0 flex-col gap-1.5">
                    <Field label={read.heads[at] || t('importing.column', { number: at + 1 })}>
                      <Select<string>
                        options={options}
                        value={wordOf(column)}
                        onChange={(word) => {
                          const meaning = meanings.find((one) => wordOf(one.column) === word)
                          if (meaning) choose(at, meaning.column)
                        }}
                      />
                    </Field>
                    {belowColumn?.(at)}
                  </div>
                ))}
              </fieldset>
              <ImportPreview rows={rows} columns={shown} known={known} onMap={mapName} />
            </>
          )}
          {read.cutRows > 0 && (
            <p className="text-bad">{t('importing.cutRows', { count: read.cutRows })}</p>
          )}
          {read.cutColumns > 0 && (
            <p className="text-bad">{t('importing.cutColumns', { count: read.cutColumns })}</p>
          )}
          {note !== undefined && rows.length > 0 && (
            <p className="max-w-prose text-small text-muted">{note}</p>
          )}
        </>
      )}
    </Form>
  )
}
