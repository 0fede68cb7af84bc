import { keep, readKept } from '../../state/browser-storage.ts'
import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'

const GROUPS = ['gaps', 'laps', 'sectors', 'stops'] as const
export type ColumnGroup = (typeof GROUPS)[number]

const KEPT = 'columns.tower'

/** The group that this viewer looked at last. */
export function keptColumnGroup(): ColumnGroup {
  const kept = readKept(KEPT)
  return GROUPS.find((group) => group === kept) ?? 'gaps'
}

export function keepColumnGroup(group: ColumnGroup): void {
  keep(KEPT, group)
}

interface ColumnGroupsProps {
  readonly chosen: ColumnGroup
  readonly onChoose: (group: ColumnGroup) => void
}

/** What a tower shows that has no room for everything. */
export function ColumnGroups({ chosen, onChoose }: ColumnGroupsProps) {
  const text = useText()
  return (
    <div className="tower-choice mb-2">
      <ChoiceBar
        label={text('live.columns')}
        value={chosen}
        onChange={onChoose}
        options={[
          { value: 'gaps', label: text('live.groupGaps') },
          { value: 'laps', label: text('live.groupLaps') },
          { value: 'sectors', label: text('live.groupSectors') },
          { value: 'stops', label: text('live.groupStops') },
        ]}
      />
    </div>
  )
}
