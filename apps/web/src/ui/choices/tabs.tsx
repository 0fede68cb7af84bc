import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from '../../state/store.ts'
import { Badge } from '../badge.tsx'
import { useWorkArea, WorkContext } from '../forms/unsaved-work.ts'

export interface Tab<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly content: ReactNode
  readonly disabled?: boolean
  /** How much waits in it. */
  readonly count?: number
}

interface TabsProps<Key extends string> {
  /** Names the row of tabs. */
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
}

/** Views of one thing, of which one is seen; arrow keys walk between them. */
export function Tabs<Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null)
  // The row scrolls on a phone: an address may open its last tab.
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <BaseTabs.Root value={value} onValueChange={(key: Key) => onChange(key)} className="min-w-0">
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.key}
            value={tab.key}
            disabled={tab.disabled ?? false}
            className="timing control border-b-2 border-transparent px-3 text-timing whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-text data-active:border-text data-active:font-semibold data-active:text-text data-disabled:text-faint"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <>
                {' '}
                <Badge tone="warning">{tab.count}</Badge>
              </>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <Panel key={tab.key} value={tab.key}>
          {tab.content}
        </Panel>
      ))}
    </BaseTabs.Root>
  )
}

/** Is unmounted while another one is shown, unless there is unsaved work in it. */
function Panel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const { own, areas } = useWorkArea()
  const isKept = useStore(own).size > 0
  return (
    <BaseTabs.Panel value={value} keepMounted={isKept} className="pt-4">
      <WorkContext value={areas}>{children}</WorkContext>
    </BaseTabs.Panel>
  )
}
