import { useNavigate, useSearch } from '@tanstack/react-router'
import { useInsertionEffect } from 'react'
import { useViewPreset } from '../../features/live/use-view-preset.ts'
import {
  findPreset,
  linkedPreset,
  VIEW_PRESETS,
  type ViewPreset,
} from '../../features/live/view-preset.ts'
import { useSessionKind } from '../../features/race/use-live.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { PresetLink } from '../../ui/buttons/link.tsx'
import type { Shortcuts } from '../../ui/use-shortcuts.ts'

export const PRESET_NAMES: Readonly<Record<ViewPreset, PlainKey>> = {
  watch: 'screen.viewWatch',
  strategy: 'screen.viewStrategy',
  qualifying: 'screen.viewQualifying',
  broadcast: 'screen.viewBroadcast',
}

/** The address names the view (`?view=strategy`), so that a link shows the same. Returns a key for each. */
export function usePresetLinks(): Shortcuts {
  const { view = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  useInsertionEffect(() => {
    linkedPreset.set(findPreset(view))
    return () => linkedPreset.set(null)
  }, [view])
  const show = (preset: ViewPreset) => () =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, view: preset }),
      replace: true,
      resetScroll: false,
    })
  return {
    w: show('watch'),
    s: show('strategy'),
    q: show('qualifying'),
    b: show('broadcast'),
  }
}

/** Once the reader chooses parts, the view is no longer that of the address. */
export function useLeaveLinkedView(): () => void {
  const { view = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  return () => {
    if (view === '') return
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, view: '' }),
      replace: true,
      resetScroll: false,
    })
  }
}

/** Shows the views as links, where the strip has room for them. */
export function PresetLinks() {
  const t = useText()
  const shown = useViewPreset(useSessionKind())
  return (
    <nav aria-label={t('screen.views')} className="hidden items-center xl:flex">
      {VIEW_PRESETS.map((preset) => (
        <PresetLink
          key={preset}
          to="."
          search={(search: object) => ({ ...search, view: preset })}
          replace
          resetScroll={false}
          aria-current={preset === shown}
        >
          {t(PRESET_NAMES[preset])}
        </PresetLink>
      ))}
    </nav>
  )
}
