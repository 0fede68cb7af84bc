import { ResultStatus } from '@pitboard/contract/wire/enumerations'
import type { Text } from '../../messages/create-text.ts'
import { abnormalResult } from '../../timing/names.ts'
import { formatPoints } from '../../timing/format-points.ts'
import { cellAt } from '../../timing/read-table.ts'
import type { PreviewColumn } from '../import/import-preview.tsx'
import { type CellMeaning, readCell, type RoundCell } from './round-cells.ts'

interface PreviewedRound {
  /** The column of the table has the round. */
  readonly at: number
  readonly head: string
  readonly isUsed: boolean
}

/** Returns a column of the preview with each cell of a round as it is understood. */
export function previewRound(
  { at, head, isUsed }: PreviewedRound,
  meaning: CellMeaning,
  t: Text,
): PreviewColumn {
  return {
    key: String(at),
    head,
    isNumeric: true,
    cellOf({ cells, fault }) {
      const text = cellAt(cells, at)
      const cell = readCell(text, meaning)
      if (cell === undefined) return { text, look: 'text-bad' }
      const words = [wordsOf(cell, text, t), ...marksOf(cell, t)].join(' ')
      return isUsed && fault === null ? { text: words } : { text: words, look: 'text-faint' }
    },
  }
}

const MARKS = { pole: 'importing.poleMark', fastestLap: 'importing.fastestLapMark' } as const

function marksOf(cell: RoundCell | null, t: Text): string[] {
  return (cell?.marks ?? []).map((mark) => t(MARKS[mark]))
}

function wordsOf(cell: Exclude<ReturnType<typeof readCell>, undefined>, text: string, t: Text) {
  if (cell === null) return '–'
  if (cell.kind === 'place') return String(cell.place)
  if (cell.kind === 'points') return formatPoints(cell.points, t.locale)
  // A dash is for those who were not there at all.
  return cell.resultStatus === ResultStatus.Inactive
    ? text.toUpperCase()
    : (abnormalResult(cell.resultStatus)?.short ?? text)
}
