import type { SessionSummary } from '@pitboard/contract/session'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import type { RecordingFilter } from './recordings.ts'

const ANY = 'any'

interface RecordingFiltersProps {
  readonly ownId: string
  /** What can be filtered for is what there is. */
  readonly all: readonly SessionSummary[]
  readonly filter: RecordingFilter
  readonly onFilter: (filter: RecordingFilter) => void
}

export function RecordingFilters({ ownId, all, filter, onFilter }: RecordingFiltersProps) {
  const text = useText()
  const tracks = new Map(all.map(({ trackId, trackName }) => [trackId, trackName]))
  const types = new Set(all.map(({ sessionType }) => sessionType))
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Select
        label={text('organiser.track')}
        options={[
          { value: ANY, label: text('organiser.anyTrack') },
          ...Array.from(tracks, ([id, label]) => ({ value: String(id), label })),
        ]}
        value={filter.trackId === null ? ANY : String(filter.trackId)}
        onChange={(value) => onFilter({ ...filter, trackId: value === ANY ? null : Number(value) })}
      />
      <Select
        label={text('organiser.sessionType')}
        options={[
          { value: ANY, label: text('organiser.anyType') },
          ...Array.from(types, (type) => ({
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
        checked={filter.userId !== null}
        onChange={(isOwn) => onFilter({ ...filter, userId: isOwn ? ownId : null })}
      />
    </div>
  )
}
