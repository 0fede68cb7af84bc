import { allTracks } from '@pitboard/contract/sessions/track-names'
import { useText } from '../../messages/use-text.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'

const OPTIONS = allTracks().map(({ trackId, name }) => ({ value: String(trackId), label: name }))

export function TrackSelect({
  track,
  onTrack,
  error = null,
}: {
  readonly track: number | null
  readonly onTrack: (track: number) => void
  readonly error?: string | null
}) {
  const t = useText()
  return (
    <Field label={t('organiser.track')} error={error}>
      <Select
        options={OPTIONS}
        placeholder={t('organiser.chooseTrack')}
        value={track === null ? null : String(track)}
        onChange={(value) => onTrack(Number(value))}
      />
    </Field>
  )
}
