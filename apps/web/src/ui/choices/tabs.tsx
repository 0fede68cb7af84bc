import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from '../../state/store.ts'
import { Badge } from '../badge.tsx'
import { showInRow } from './show-in-row.ts'
import { useWorkArea, WorkContext } from '../forms/unsaved-work.ts'

interface Tab<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly content: ReactNode
  readonly disabled?: boolean
  /** This much waits in it. */
  readonly count?: number
}

interface TabsProps<Key extends string> {
  /** Names the row of tabs. */
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
}

/** Each key leads from one tab of that many to another one. Arrows wrap at the ends. */
const STEPS: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function walk(event: KeyboardEvent<HTMLButtonElement>) {
  const step = STEPS[event.key]
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  const buttons = [
    ...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>(
      '[role="tab"]:enabled',
    ) ?? []),
  ]
  const from = buttons.findIndex((button) => button === event.currentTarget)
  buttons[step(from, buttons.length)]?.focus()
}

/** A count that comes later makes the row wider. */
function showChosen(inRow: HTMLElement | null): void {
  const row = inRow?.closest('[role="tablist"]')
  showInRow(row?.querySelector('[aria-selected="true"]'))
}

/**
 * Shows one of several views of one thing. Tab reaches the chosen one, arrow keys walk between them, and Enter chooses:
 * a view may have to be fetched, and one that is left may ask.
 */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The row scrolls on a phone: an address may open its last tab.
  useEffect(() => showChosen(list.current), [])

  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === value}
            aria-controls={tab.key === value ? `${id}${tab.key}-panel` : undefined}
            tabIndex={tab.key === value ? 0 : -1}
            disabled={tab.disabled ?? false}
            onClick={() => onChange(tab.key)}
            onKeyDown={walk}
            className="timing control border-b-2 border-transparent px-3 text-timing whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-text disabled:text-faint aria-selected:border-text aria-selected:font-semibold aria-selected:text-text"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <>
                {' '}
                <span ref={showChosen}>
                  <Badge tone="warning">{tab.count}</Badge>
                </span>
              </>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.key} tabId={`${id}${tab.key}`} isShown={tab.key === value}>
          {tab.content}
        </Panel>
      ))}
    </div>
  )
}

interface PanelProps {
  readonly tabId: string
  readonly isShown: boolean
  readonly children: ReactNode
}

/** Is unmounted while another one is shown, unless there is unsaved work in it. */
function Panel({ tabId, isShown, children }: PanelProps) {
  const { own, areas } = useWorkArea()
  const isKept = useStore(own).size > 0
  if (!isShown && !isKept) return null
  return (
    <div
      id={`${tabId}-panel`}
      role="tabpanel"
      aria-labelledby={tabId}
      hidden={!isShown}
      className="pt-4"
    >
      <WorkContext value={areas}>{children}</WorkContext>
    </div>
  )
}
