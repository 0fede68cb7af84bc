import { SessionType } from '@pitboard/contract/enumerations'
import { allTracks } from '@pitboard/contract/track-names'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import type { RecordingFilter } from './recordings.ts'

const ANY = 'any'
const TYPES = Object.values(SessionType).filter((type) => type !== SessionType.Unknown)

interface RecordingFiltersProps {
  readonly filter: RecordingFilter
  readonly onFilter: (filter: RecordingFilter) => void
}

export function RecordingFilters({ filter, onFilter }: RecordingFiltersProps) {
  const text = useText()
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Select
        label={text('organiser.track')}
        options={[
          { value: ANY, label: text('organiser.anyTrack') },
          ...allTracks().map(({ trackId, name }) => ({ value: String(trackId), label: name })),
        ]}
        value={filter.trackId === null ? ANY : String(filter.trackId)}
        onChange={(value) => onFilter({ ...filter, trackId: value === ANY ? null : Number(value) })}
      />
      <Select
        label={text('organiser.sessionType')}
        options={[
          { value: ANY, label: text('organiser.anyType') },
          ...TYPES.map((type) => ({
            value: String(type),
            label: sessionTypeName(type, text),
          })),
        ]}
        value={filter.sessionType === null ? ANY : String(filter.sessionType)}
        onChange={(value) =>
          onFilter({ ...filter, sessionType: value === ANY ? null : Number(value) })
        }
      />
      <Checkbox
        label={text('organiser.onlyOwn')}
        checked={filter.isOwn}
        onChange={(isOwn) => onFilter({ ...filter, isOwn })}
      />
    </div>
  )
}
