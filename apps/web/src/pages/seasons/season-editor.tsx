import { useText } from '../../messages/use-text.ts'
import { Tabs } from '../../ui/forms/tabs.tsx'
import { EventsTab } from '../../features/season-editor/calendar/events-tab.tsx'
import { HistoryTab } from '../../features/season-editor/history-tab.tsx'
import { NamesTab } from '../../features/season-editor/drivers/names-tab.tsx'
import { PointsTab } from '../../features/season-editor/points-tab.tsx'
import { PublishTab } from '../../features/season-editor/publish-tab.tsx'
import { SettingsTab } from '../../features/season-editor/settings-tab.tsx'
import type { TabProps } from '../../features/season-editor/tab-props.ts'
import { StewardsTab } from '../../features/season-editor/stewards-tab.tsx'

const TABS = ['events', 'points', 'names', 'stewards', 'publish', 'history', 'settings'] as const

interface SeasonEditorProps extends TabProps {
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
      value={TABS.find((one) => one === part) ?? 'events'}
      onChange={(next) => onPart(next === 'events' ? '' : next)}
      tabs={[
        { key: 'events', label: text('organiser.events'), content: <EventsTab {...props} /> },
        {
          key: 'points',
          label: text('season.points'),
          content: <PointsTab key={edit.undoneCount} {...props} />,
        },
        { key: 'names', label: text('organiser.names'), content: <NamesTab {...props} /> },
        {
          key: 'stewards',
          label: text('organiser.stewards'),
          content: <StewardsTab {...props} />,
        },
        { key: 'publish', label: text('organiser.results'), content: <PublishTab {...props} /> },
        {
          key: 'history',
          label: text('organiser.historyPart'),
          content: <HistoryTab {...props} />,
        },
        {
          key: 'settings',
          label: text('organiser.settings'),
          content: <SettingsTab {...props} onDeleted={onDeleted} />,
        },
      ]}
    />
  )
}
