import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { abnormalResult } from '../../timing/names.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { ScrollBox } from '../../ui/card.tsx'
import type { ImportRow } from '../import/import-rows.ts'
import { MeaningSelect, RowName } from '../import/import-preview.tsx'
import { type CellMeaning, readCell } from './round-cells.ts'

const HEAD = 'px-2 py-1.5 text-left'
const CELL = 'border-t border-line px-2 py-1.5'

interface RoundsPreviewProps {
  readonly rows: readonly ImportRow[]
  readonly cells: readonly (readonly string[])[]
  readonly rounds: readonly {
    readonly at: number
    readonly head: string
    readonly isUsed: boolean
  }[]
  readonly meaning: CellMeaning
  readonly known: readonly string[]
  readonly onMap: (name: string, mappedTo: string) => void
}

/** Shows each driver with the name that they have here, and each cell as it is understood. */
export function RoundsPreview({ rows, cells, rounds, meaning, known, onMap }: RoundsPreviewProps) {
  const t = useText()
  return (
    <ScrollBox
      label={t('importing.preview')}
      className="max-h-128 rounded-l border border-line bg-panel"
    >
      <table className="timing w-full text-timing whitespace-nowrap">
        <thead>
          <tr className="label">
            <th scope="col" className={HEAD}>
              {t('importing.inTable')}
            </th>
            <th scope="col" className={HEAD}>
              {t('importing.here')}
            </th>
            {rounds.map(({ at, head }) => (
              <th key={at} scope="col" className={`${HEAD} max-w-24 truncate text-right`}>
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
              {rounds.map(({ at, isUsed }) => (
                <RoundCellShown
                  key={at}
                  text={cells[index]?.[at] ?? ''}
                  meaning={meaning}
                  isUsed={isUsed && row.fault === null}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface RoundCellShownProps {
  readonly text: string
  readonly meaning: CellMeaning
  readonly isUsed: boolean
}

function RoundCellShown({ text, meaning, isUsed }: RoundCellShownProps) {
  const t = useText()
  const cell = readCell(text, meaning)
  const colour = cell === undefined ? 'text-bad' : isUsed ? '' : 'text-faint'
  return <td className={`${CELL} text-right ${colour}`}>{wordsOf(cell, text, t)}</td>
}

function wordsOf(cell: ReturnType<typeof readCell>, text: string, t: Text): string {
  if (cell === undefined) return text
  if (cell === null) return '–'
  if (cell.kind === 'place') return String(cell.place)
  if (cell.kind === 'points') return formatPoints(cell.points, t.locale)
  // A dash is for those who were not there at all.
  return cell.resultStatus === ResultStatus.Inactive
    ? text.toUpperCase()
    : (abnormalResult(cell.resultStatus)?.short ?? text)
}
