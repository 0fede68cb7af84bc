import { POINTS_PRESETS, type PointsPreset } from '@pitboard/contract/points-presets'
import type { Text } from '../../messages/create-text.ts'
import type { PlainKey } from '../../messages/plain-key.ts'
import type { Option } from '../../ui/forms/select.tsx'

export const DEFAULT_PRESET = 'f1-2025' satisfies PointsPreset

const NAMES = {
  'f1-2025': 'organiser.preset2025',
  'f1-2022': 'organiser.preset2022',
  'f1-2019': 'organiser.preset2019',
  'f1-2010': 'organiser.preset2010',
  'f1-2003': 'organiser.preset2003',
  'f1-1991': 'organiser.preset1991',
  sprint: 'organiser.presetSprint',
} as const satisfies Record<PointsPreset, PlainKey>

export function presetOptions(text: Text): Option<string>[] {
  const names: Readonly<Record<string, PlainKey>> = NAMES
  return Object.keys(POINTS_PRESETS).map((value) => {
    const key = names[value]
    return { value, label: key ? text(key) : value }
  })
}
