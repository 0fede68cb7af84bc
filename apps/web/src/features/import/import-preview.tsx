import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { ScrollBox } from '../../ui/card.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { ImportRow, RowFault } from './import-rows.ts'

const FAULTS = {
  noName: 'importing.noName',
  nameLong: 'importing.nameLong',
  noPoints: 'importing.noPoints',
  pointsUnread: 'importing.pointsUnread',
  numberUnread: 'importing.numberUnread',
  twice: 'importing.twice',
} as const satisfies Record<RowFault, PlainKey>

const HEAD = 'px-2 py-1.5'
const CELL = 'border-t border-line px-2 py-1.5'

/** It is a column behind the names. */
export interface PreviewColumn {
  readonly key: string
  readonly head: string
  /** Numbers stand at the right. */
  readonly isNumeric: boolean
  readonly cellOf: (row: ImportRow) => {
    readonly text: string
    readonly look?: 'text-bad' | 'text-faint'
  }
}

interface ImportPreviewProps {
  readonly rows: readonly ImportRow[]
  readonly columns: readonly PreviewColumn[]
  readonly known: readonly string[]
  readonly onMap: (name: string, mappedTo: string) => void
}

/** Shows each row as it is understood, with the name that it means here or why it is left out. */
export function ImportPreview({ rows, columns, known, onMap }: ImportPreviewProps) {
  const t = useText()
  return (
    <ScrollBox
      label={t('importing.preview')}
      className="max-h-128 rounded-l border border-line bg-panel"
    >
      <table className="timing w-full text-timing whitespace-nowrap">
        <thead>
          <tr className="label">
            <th scope="col" className={`${HEAD} text-left`}>
              {t('importing.inTable')}
            </th>
            <th scope="col" className={`${HEAD} text-left`}>
              {t('importing.here')}
            </th>
            {columns.map(({ key, head, isNumeric }) => (
              <th
                key={key}
                scope="col"
                className={`${HEAD} ${isNumeric ? 'max-w-24 truncate text-right' : 'text-left'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rows may be alike
            <tr key={index} className={row.fault === null ? '' : 'text-muted'}>
              <th scope="row" className={`${CELL} text-left font-medium`}>
                <RowName row={row} index={index} />
              </th>
              <td className={CELL}>
                <MeaningSelect row={row} known={known} onMap={onMap} />
              </td>
              {columns.map(({ key, isNumeric, cellOf }) => {
                const { text, look = '' } = cellOf(row)
                return (
                  <td key={key} className={`${CELL} ${isNumeric ? 'text-right' : ''} ${look}`}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Shows the name as the table has it, and why its row is left out. */
function RowName({ row, index }: { readonly row: ImportRow; readonly index: number }) {
  const t = useText()
  return (
    <>
      {row.name || t('importing.row', { number: index + 1 })}
      {row.fault !== null && (
        <span className="block text-small text-bad">{t(FAULTS[row.fault])}</span>
      )}
    </>
  )
}

interface MeaningSelectProps extends Pick<ImportPreviewProps, 'known' | 'onMap'> {
  readonly row: ImportRow
}

/** Asks which known name a name of the table means; it may be a new one. */
function MeaningSelect({ row, known, onMap }: MeaningSelectProps) {
  const t = useText()
  if (row.name === '') return null
  return (
    <div className="w-52">
      <Select
        label={t('importing.meaningOf', { name: row.name })}
        options={[
          { value: '', label: t('importing.newName') },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        value={known.includes(row.mappedTo) ? row.mappedTo : ''}
        onChange={(mappedTo) => onMap(row.name, mappedTo)}
      />
    </div>
  )
}
