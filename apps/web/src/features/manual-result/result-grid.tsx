import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../messages/use-text.ts'
import { parseClassification } from './parse-classification.ts'
import { COLUMNS } from './result-columns.ts'
import { TypedLine } from './result-line.tsx'
import {
  blankRow,
  faultsOf,
  isTyped,
  moveRow,
  type TypedField,
  type TypedRow,
} from './result-rows.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'

export const ROWS_MAX = 30
const WIDE = '(width >= 1051px)'

export interface KnownDriver {
  readonly name: string
  readonly team: string
}

interface TypedGridProps {
  readonly rows: readonly TypedRow[]
  readonly fields: readonly TypedField[]
  /** The grid suggests these drivers of the season while the user types, with the team they drove for. */
  readonly known: readonly KnownDriver[]
  readonly onRows: (rows: readonly TypedRow[]) => void
  /** This many lines came from a table. */
  readonly onPasted: (count: number) => void
}

/** Takes a line a driver in the order they finished: typed by keyboard alone, or pasted as a table. */
export function TypedGrid({ rows, fields, known, onRows, onPasted }: TypedGridProps) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const [names, teams] = [useId(), useId()]
  const faults = faultsOf(rows, fields)
  const isRace = fields.includes('time')
  const main = isRace ? 'time' : 'bestLap'
  const columns = COLUMNS.filter(({ field }) => fields.includes(field))

  function focus(row: number, field: string) {
    list.current?.querySelector<HTMLElement>(`[data-cell="${row} ${field}"]`)?.focus()
  }

  function set(index: number, change: Partial<TypedRow>) {
    onRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))
  }

  function setField(index: number, field: TypedField, value: string) {
    const driver = field === 'name' && known.find(({ name }) => name === value)
    const isTeamOpen = rows[index]?.team.trim() === ''
    set(index, { [field]: value, ...(driver && isTeamOpen && { team: driver.team }) })
  }

  /** Moves on with Enter on a phone: to the next field that is unfolded; a line is added after the last one. */
  function goOn(event: KeyboardEvent<HTMLElement>) {
    const cells = [...(list.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
    const shown = cells.filter((cell) => cell.checkVisibility())
    const next = shown[shown.findIndex((cell) => cell === event.currentTarget) + 1]
    event.preventDefault()
    if (next) next.focus()
    else if (rows.length < ROWS_MAX) {
      flushSync(() => onRows([...rows, blankRow()]))
      focus(rows.length, 'name')
    }
  }

  /** Enter and the arrows go from line to line, with Alt they take the line along. */
  function go(event: KeyboardEvent<HTMLElement>, index: number, field: TypedField) {
    if (event.nativeEvent.isComposing) return
    const isFolded =
      event.key === 'Enter' && !event.shiftKey && !event.altKey && !matchMedia(WIDE).matches
    if (isFolded) return goOn(event)
    const isUp = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
    if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const by = isUp ? -1 : 1
    const isNew = !event.altKey && index + by === rows.length && rows.length < ROWS_MAX
    // The line is there before the next key comes.
    flushSync(() => {
      if (event.altKey) onRows(moveRow(rows, index, index + by))
      else if (isNew) onRows([...rows, blankRow()])
    })
    focus(index + by, field)
  }

  function paste(event: ClipboardEvent<HTMLElement>, index: number, field: TypedField) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(pasted.trim())) return
    event.preventDefault()
    const lines = pasted.trim().split(/\r?\n/)
    const isColumn = field !== 'name' && !pasted.trim().includes('\t')
    const news = isColumn
      ? lines.map((line, at) => ({ ...(rows[index + at] ?? blankRow()), [field]: line.trim() }))
      : parseClassification(pasted, main).map((row) => withTeam(row, known))
    const rest = rows.slice(index + news.length).filter((row) => isColumn || isTyped(row))
    onRows([...rows.slice(0, index), ...news, ...rest].slice(0, ROWS_MAX))
    onPasted(news.length)
  }

  /** The held line goes where the pointer is; the lines between make room. */
  function drag(event: PointerEvent<HTMLElement>, index: number) {
    const { currentTarget: handle, pointerId } = event
    let from = index
    let moved = rows
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const boxes = [...(list.current?.children ?? [])].map((line) => line.getBoundingClientRect())
      const to = boxes.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      if (to === -1 || to === from) return
      moved = moveRow(moved, from, to)
      from = to
      onRows(moved)
    }
    const held = new AbortController()
    const { signal } = held
    handle.setPointerCapture(pointerId)
    handle.addEventListener('pointermove', move, { signal })
    for (const end of ['pointerup', 'pointercancel'] as const) {
      handle.addEventListener(end, () => held.abort(), { signal })
    }
  }

  return (
    <>
      <Offers id={names} values={known.map(({ name }) => name)} />
      <Offers id={teams} values={known.map(({ team }) => team)} />
      <div className="typed-grid" data-race={isRace ? '' : undefined}>
        <div aria-hidden="true" className="typed-line typed-head label">
          <span />
          {columns.map(({ field, label }) => (
            <span key={field} data-field={field}>
              {t(label)}
            </span>
          ))}
          <span data-field="status">{t('organiser.resultStatus')}</span>
          <span />
        </div>
        <ol ref={list} className="flex flex-col gap-1.5 max-wide:gap-0">
          {rows.map((row, index) => (
            <TypedLine
              // oxlint-disable-next-line react/no-array-index-key -- a line is its place
              key={index}
              row={row}
              index={index}
              columns={columns}
              main={main}
              lists={{ name: names, team: teams }}
              faults={faults.filter((one) => one.row === index).map(({ field }) => field)}
              onField={(field, value) => setField(index, field, value)}
              onStatus={(resultStatus) => set(index, { resultStatus })}
              onKey={(event, field) => go(event, index, field)}
              onPaste={(event, field) => paste(event, index, field)}
              onMove={(by) => onRows(moveRow(rows, index, index + by))}
              onHold={(event) => drag(event, index)}
              onRemove={() => onRows(rows.filter((_, at) => at !== index))}
            />
          ))}
        </ol>
      </div>
    </>
  )
}

/** Fills in the team that a driver of the season drives for. */
export function withTeam(row: TypedRow, known: readonly KnownDriver[]): TypedRow {
  if (row.team !== '') return row
  return { ...row, team: known.find(({ name }) => name === row.name)?.team ?? '' }
}

function Offers({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {[...new Set(values)].map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </datalist>
  )
}

/** Takes a table from the clipboard, where the browser allows it: pasting into a field is long on a phone. */
export function PasteButton({ onText }: { readonly onText: (text: string) => void }) {
  const t = useText()
  // Browsers have no clipboard over plain HTTP, and some have no `readText`, although the types say so.
  if (!isSecureContext || !('readText' in navigator.clipboard)) return null

  async function paste() {
    try {
      onText(await navigator.clipboard.readText())
    } catch {
      void showToast({ title: t('organiser.noClipboard'), tone: 'bad' })
    }
  }

  return (
    <Button size="small" onClick={() => void paste()}>
      {t('organiser.pasteTable')}
    </Button>
  )
}
