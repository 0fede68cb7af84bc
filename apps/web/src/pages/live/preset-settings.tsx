import { useAutomaticPreset } from '../../features/live/use-view-preset.ts'
import {
  presetChoice,
  linkedPreset,
  VIEW_PRESETS,
  type ViewPreset,
} from '../../features/live/view-preset.ts'
import { columnChoice } from '../../features/timing-tower/columns/use-chosen-columns.ts'
import { useText } from '../../messages/use-text.ts'
import { useStore } from '../../state/store.ts'
import type { SessionKind } from '@pitboard/contract/wire/session-kind'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { canFillScreen, fillScreen } from './frame-choice.ts'
import { panelChoice } from './panel-choice.ts'
import { PRESET_NAMES, useLeaveLinkedView } from './preset-links.tsx'

interface PresetSettingsProps {
  readonly kind: SessionKind
}

/** Chooses the preset of this kind of session; chosen columns or panels make the view one of its own. */
export function PresetSettings({ kind }: PresetSettingsProps) {
  const t = useText()
  const chosen = useStore(presetChoice.choices)[kind]
  const automatic = useAutomaticPreset(kind)
  const hasOwnColumns = useStore(columnChoice.choices)[kind] !== null
  const hasOwnPanels = useStore(panelChoice.choices)[kind] !== null
  const isOwn = hasOwnColumns || hasOwnPanels
  const linked = useStore(linkedPreset)
  const leaveLinkedView = useLeaveLinkedView()

  function choose(choice: ViewPreset | 'automatic' | 'own') {
    if (choice === 'own') return
    leaveLinkedView()
    columnChoice.choose(kind, null)
    panelChoice.choose(kind, null)
    presetChoice.choose(kind, choice === 'automatic' ? null : choice)
  }

  return (
    <div className="flex flex-col gap-2 p-2">
      <label className="flex flex-col gap-1">
        <span className="label">{t('panels.preset')}</span>
        <Select
          value={linked ?? (isOwn ? 'own' : (chosen ?? 'automatic'))}
          onChange={choose}
          options={[
            {
              value: 'automatic',
              label: t('panels.presetAutomatic', { preset: t(PRESET_NAMES[automatic]) }),
            },
            ...VIEW_PRESETS.map((preset) => ({ value: preset, label: t(PRESET_NAMES[preset]) })),
            ...(isOwn ? [{ value: 'own' as const, label: t('panels.presetOwn') }] : []),
          ]}
        />
      </label>
      {canFillScreen() && (
        <Button look="plain" onClick={() => void fillScreen()}>
          {t('panels.fillScreen')}
        </Button>
      )}
    </div>
  )
}
