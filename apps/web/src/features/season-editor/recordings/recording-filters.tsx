import { SessionType } from '@pitboard/contract/enumerations'
import { allTracks } from '@pitboard/contract/track-names'
import { useText } from '../../../messages/use-text.ts'
import { sessionTypeName } from '../../../timing/names.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import type { RecordingFilter } from './recordings.ts'

const ANY = 'any'
const TYPES = Object.values(SessionType).filter((type) => type !== SessionType.Unknown)

interface RecordingFiltersProps {
  readonly filter: RecordingFilter
  readonly onFilter: (filter: RecordingFilter) => void
}

export function RecordingFilters({ filter, onFilter }: RecordingFiltersProps) {
  const text = useText()
  const setName = (name: string) => {
    if (name.trim() !== filter.name) onFilter({ ...filter, name: name.trim() })
  }
  return (
    <div className="grid grid-cols-2 items-end gap-2 max-sm:grid-cols-1">
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
          ...TYPES.map((type) => ({ value: String(type), label: sessionTypeName(type, text) })),
        ]}
        value={filter.sessionType === null ? ANY : String(filter.sessionType)}
        onChange={(value) =>
          onFilter({ ...filter, sessionType: value === ANY ? null : Number(value) })
        }
      />
      <Field label={text('organiser.drivenFrom')}>
        <Input
          type="date"
          value={filter.from}
          onChange={({ currentTarget }) => onFilter({ ...filter, from: currentTarget.value })}
        />
      </Field>
      <Field label={text('organiser.drivenTo')}>
        <Input
          type="date"
          value={filter.to}
          onChange={({ currentTarget }) => onFilter({ ...filter, to: currentTarget.value })}
        />
      </Field>
      <Field label={text('organiser.byName')}>
        <Input
          type="search"
          maxLength={60}
          defaultValue={filter.name}
          onBlur={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') setName(currentTarget.value)
          }}
        />
      </Field>
      <Checkbox
        label={text('organiser.onlyOwn')}
        checked={filter.isOwn}
        onChange={(isOwn) => onFilter({ ...filter, isOwn })}
      />
    </div>
  )
}
