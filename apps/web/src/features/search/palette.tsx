import { Autocomplete } from '@base-ui/react/autocomplete'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PartProblem } from '../../ui/shell/query-content.tsx'
import { listFound, listPlaces, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'
import { searchResults } from './search-queries.ts'
import { usePaused } from '../../ui/use-paused.ts'

interface PaletteProps {
  /** It is null for a visitor. */
  readonly userId: string | null
  readonly onClose: () => void
}

/** Finds everything of the site by its name: pages and actions at once, and what the server finds as one types. */
export function Palette({ userId, onClose }: PaletteProps) {
  const t = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const searched = usePaused(typed.trim())
  const isSearched = searched !== '' && typed.trim() !== ''
  const query = useQuery({ ...searchResults(searched), enabled: isSearched })
  const found = isSearched && query.data ? listFound(t, searched, query.data) : []
  const groups = [...listPlaces(t, typed, userId), ...found]

  function open({ href }: PaletteEntry): void {
    onClose()
    void navigate({ href })
  }

  return (
    <Dialog open onClose={onClose} title={t('palette.title')}>
      <Autocomplete.Root
        inline
        open
        items={groups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={typed}
        onValueChange={(value, { reason }) => {
          // What is chosen is opened, and not a text to search for.
          if (reason !== 'item-press') setTyped(value)
        }}
        itemToStringValue={({ label }: PaletteEntry) => label}
      >
        <Autocomplete.Input
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          maxLength={TEXT_MAX.search}
          className={CONTROL_LOOK}
        />
        <p role="status" className="text-small text-muted empty:hidden">
          {describeState({ isSearching: query.isFetching, isEmpty: groups.length === 0 }, t)}
        </p>
        {isSearched && <PartProblem query={query} />}
        <Autocomplete.List className="-mx-2 flex max-h-[60dvh] min-h-0 flex-col gap-3 overflow-y-auto outline-none">
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.title} items={group.items} className="flex flex-col">
              <Autocomplete.GroupLabel className="px-2 pb-1 text-small text-muted">
                {group.title}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: PaletteEntry) => (
                  <Autocomplete.Item
                    key={entry.id}
                    value={entry}
                    onClick={() => open(entry)}
                    className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 rounded-m px-2 py-2.5 data-highlighted:bg-panel data-highlighted:outline-1 data-highlighted:outline-line-strong"
                  >
                    <span className="min-w-0 flex-auto truncate">{entry.label}</span>
                    {entry.detail !== '' && (
                      <span className="min-w-0 truncate text-small text-muted">{entry.detail}</span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}

function describeState(
  { isSearching, isEmpty }: { readonly isSearching: boolean; readonly isEmpty: boolean },
  t: ReturnType<typeof useText>,
): string {
  if (isSearching) return t('palette.searching')
  return isEmpty ? t('palette.nothing') : ''
}
