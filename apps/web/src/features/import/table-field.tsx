import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { TextArea } from '../../ui/forms/input.tsx'
import { useUnsavedWork } from '../../ui/forms/unsaved-work.ts'

const FILE_BYTES_MAX = 200_000

export interface TypedTable {
  readonly typed: string
  readonly isTooLarge: boolean
  readonly set: (text: string) => void
  readonly readFile: (files: readonly File[]) => Promise<void>
}

/** Holds a table that is pasted or comes from a file. `onChange` forgets what was chosen for another one. */
export function useTypedTable(initial: string, onChange: () => void): TypedTable {
  const [typed, setTyped] = useState(initial)
  const [isTooLarge, setTooLarge] = useState(false)
  useUnsavedWork(typed === initial ? null : 'onPage')

  function set(text: string) {
    setTyped(text)
    onChange()
  }

  async function readFile([file]: readonly File[]) {
    if (!file) return
    setTooLarge(file.size > FILE_BYTES_MAX)
    if (file.size <= FILE_BYTES_MAX) set(await file.text())
  }

  return { typed, isTooLarge, set, readFile }
}

interface TableFieldProps {
  readonly table: TypedTable
  readonly hint: string
  readonly example: string
  readonly error: string | null
}

export function TableField({ table, hint, example, error }: TableFieldProps) {
  const t = useText()
  return (
    <Field
      label={t('importing.table')}
      hint={hint}
      error={table.isTooLarge ? t('importing.fileTooLarge') : error}
    >
      <TextArea
        rows={5}
        value={table.typed}
        spellCheck={false}
        placeholder={example}
        onChange={({ target }) => table.set(target.value)}
      />
    </Field>
  )
}

export function TableFile({ table }: Pick<TableFieldProps, 'table'>) {
  const t = useText()
  return (
    <FilePicker
      label={t('importing.file')}
      accept={['.csv', '.tsv', '.txt', 'text/csv']}
      onFiles={(files) => void table.readFile(files)}
    />
  )
}
