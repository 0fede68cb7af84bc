import { PRESET_LABELS } from '../../changes/edited-fields.ts'
import type { Text } from '../../messages/create-text.ts'
import type { Option } from '../../ui/forms/select.tsx'

export function presetOptions(t: Text): Option<string>[] {
  return Object.entries(PRESET_LABELS).map(([value, label]) => ({ value, label: t(label) }))
}
