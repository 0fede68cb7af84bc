import type { Season } from '@pitboard/contract/seasons/season'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { type RecordingFilter, useRecordings, type Weekend } from './recordings.ts'
import { SessionType } from '@pitboard/contract/wire/enumerations'
import { allTracks } from '@pitboard/contract/sessions/track-names'
import { sessionTypeName } from '../../timing/names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Select } from '../../ui/forms/select.tsx'

const ANY = 'any'
const TYPES = Object.values(SessionType).filter((type) => type !== SessionType.Unknown)

interface RecordingFiltersProps {
  readonly filter: RecordingFilter
  readonly onFilter: (filter: RecordingFilter) => void
}

function RecordingFilters({ filter, onFilter }: RecordingFiltersProps) {
  const t = useText()
  const setName = (name: string) => {
    if (name.trim() !== filter.name) onFilter({ ...filter, name: name.trim() })
  }
  return (
    <div className="grid grid-cols-2 items-end gap-2 max-sm:grid-cols-1">
      <Select
        label={t('organiser.track')}
        options={[
          { value: ANY, label: t('organiser.anyTrack') },
          ...allTracks().map(({ trackId, name }) => ({ value: String(trackId), label: name })),
        ]}
        value={filter.trackId === null ? ANY : String(filter.trackId)}
        onChange={(value) => onFilter({ ...filter, trackId: value === ANY ? null : Number(value) })}
      />
      <Select
        label={t('organiser.sessionType')}
        options={[
          { value: ANY, label: t('organiser.anyType') },
          ...TYPES.map((type) => ({ value: String(type), label: sessionTypeName(type, t) })),
        ]}
        value={filter.sessionType === null ? ANY : String(filter.sessionType)}
        onChange={(value) =>
          onFilter({ ...filter, sessionType: value === ANY ? null : Number(value) })
        }
      />
      <Field label={t('organiser.drivenFrom')}>
        <Input
          type="date"
          value={filter.from}
          onChange={({ currentTarget }) => onFilter({ ...filter, from: currentTarget.value })}
        />
      </Field>
      <Field label={t('organiser.drivenTo')}>
        <Input
          type="date"
          value={filter.to}
          onChange={({ currentTarget }) => onFilter({ ...filter, to: currentTarget.value })}
        />
      </Field>
      <Field label={t('organiser.byName')}>
        <Input
          type="search"
          maxLength={TEXT_MAX.driverName}
          defaultValue={filter.name}
          onBlur={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') setName(currentTarget.value)
          }}
        />
      </Field>
      <Checkbox
        label={t('organiser.onlyOwn')}
        checked={filter.isOwn}
        onChange={(isOwn) => onFilter({ ...filter, isOwn })}
      />
    </div>
  )
}

interface RecordingPickerProps {
  readonly season: Season
  /** The picker looks for this track at first; it is null for any. */
  readonly trackId: number | null
  readonly title: string
  readonly description: string
  readonly linkLabel: string
  readonly isAnyChosen: boolean
  readonly onLink: () => Promise<void>
  readonly onClose: () => void
  /** It shows what the chosen ones would change, and stays in sight. */
  readonly effect?: ReactNode
  /** What is being driven now stands between the filters and the recordings. */
  readonly renderLive: (filter: RecordingFilter) => ReactNode
  readonly renderWeekend: (weekend: Weekend) => ReactNode
}

/** Lists recordings by weekends, as many as are asked for, of which some are chosen to be linked. */
export function RecordingPicker({
  season,
  trackId,
  linkLabel,
  isAnyChosen,
  onLink,
  onClose,
  effect,
  renderLive,
  renderWeekend,
  ...words
}: RecordingPickerProps) {
  const t = useText()
  const found = useRecordings(season, trackId)

  return (
    <ConfirmDialog
      {...words}
      look="primary"
      cancelLabel={t('ui.cancel')}
      confirmLabel={linkLabel}
      isReady={isAnyChosen}
      onClose={onClose}
      onConfirm={onLink}
    >
      <RecordingFilters filter={found.filter} onFilter={found.setFilter} />
      {renderLive(found.filter)}
      <QueryContent query={found.read} placeholder={<Skeleton className="h-60" />}>
        {() =>
          found.weekends.length === 0 ? (
            <p className="text-muted">{t('organiser.noRecordings')}</p>
          ) : (
            <div className="flex flex-col gap-2">{found.weekends.map(renderWeekend)}</div>
          )
        }
      </QueryContent>
      {found.more && (
        <div>
          <Button loading={found.isLoadingMore} onClick={found.more}>
            {t('organiser.olderRecordings')}
          </Button>
        </div>
      )}
      {effect !== undefined && (
        <div className="sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-raised px-5 py-2 empty:hidden">
          {effect}
        </div>
      )}
    </ConfirmDialog>
  )
}
