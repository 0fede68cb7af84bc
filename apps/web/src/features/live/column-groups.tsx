import { useText } from '../../messages/use-text.ts'
import { ChoiceBar } from '../../ui/choice-bar.tsx'

export type ColumnGroup = 'gaps' | 'laps' | 'sectors' | 'stops'

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
