import { SessionType } from '@pitboard/contract/enumerations'
import { allTracks } from '@pitboard/contract/track-names'
import { useText } from '../../messages/use-text.ts'
import { sessionTypeName } from '../../timing/names.ts'
import { CONTROL_LOOK } from '../../ui/control-style.ts'

interface OwnSessionFiltersProps {
  readonly trackId: number | null
  readonly sessionType: number | null
  readonly onFilter: (filter: { track: string; type: string }) => void
}

const TRACKS = allTracks()
const TYPES = Object.values(SessionType).filter((type) => type !== SessionType.Unknown)

export function OwnSessionFilters({ trackId, sessionType, onFilter }: OwnSessionFiltersProps) {
  const text = useText()
  const track = trackId === null ? '' : String(trackId)
  const type = sessionType === null ? '' : String(sessionType)
  return (
    <div className="grid gap-3 sm:grid-cols-2 md:max-w-xl">
      <select
        aria-label={text('recordings.track')}
        value={track}
        onChange={(event) => onFilter({ track: event.target.value, type })}
        className={CONTROL_LOOK}
      >
        <option value="">{text('recordings.allTracks')}</option>
        {TRACKS.map(({ trackId: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={text('recordings.type')}
        value={type}
        onChange={(event) => onFilter({ track, type: event.target.value })}
        className={CONTROL_LOOK}
      >
        <option value="">{text('recordings.allTypes')}</option>
        {TYPES.map((id) => (
          <option key={id} value={id}>
            {sessionTypeName(id, text)}
          </option>
        ))}
      </select>
    </div>
  )
}
