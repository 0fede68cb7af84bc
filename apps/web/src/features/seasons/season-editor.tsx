import type { Season } from '@pitboard/contract/season'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { EventsPart } from './events-part.tsx'
import { HistoryPart } from './history-part.tsx'
import { NamesPart } from './names-part.tsx'
import { PointsPart } from './points-part.tsx'
import { PublishPart } from './publish-part.tsx'
import { SettingsPart } from './settings-part.tsx'
import { StewardsPart } from './stewards-part.tsx'

export interface PartProps {
  readonly season: Season
  readonly edit: Edit
}

const PARTS = ['events', 'points', 'names', 'stewards', 'publish', 'history', 'settings'] as const

interface SeasonEditorProps extends PartProps {
  /** From the page's address. */
  readonly part: string
  readonly onPart: (part: string) => void
  readonly onDeleted: () => void
}

export function SeasonEditor({ season, edit, part, onPart, onDeleted }: SeasonEditorProps) {
  const text = useText()
  const props = { season, edit }
  return (
    <Tabs
      label={text('organiser.parts')}
      value={PARTS.find((one) => one === part) ?? 'events'}
      onChange={(next) => onPart(next === 'events' ? '' : next)}
      tabs={[
        { key: 'events', label: text('organiser.events'), content: <EventsPart {...props} /> },
        {
          key: 'points',
          label: text('season.points'),
          content: <PointsPart key={edit.undoneCount} {...props} />,
        },
        { key: 'names', label: text('organiser.names'), content: <NamesPart {...props} /> },
        {
          key: 'stewards',
          label: text('organiser.stewards'),
          content: <StewardsPart {...props} />,
        },
        { key: 'publish', label: text('organiser.results'), content: <PublishPart {...props} /> },
        {
          key: 'history',
          label: text('organiser.historyPart'),
          content: <HistoryPart {...props} />,
        },
        {
          key: 'settings',
          label: text('organiser.settings'),
          content: <SettingsPart {...props} onDeleted={onDeleted} />,
        },
      ]}
    />
  )
}
