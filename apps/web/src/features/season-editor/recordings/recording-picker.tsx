import type { Season } from '@pitboard/contract/season'
import type { ReactNode } from 'react'
import type { FormErrors } from '../../../ui/forms/form.tsx'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { PageError } from '../../../ui/shell/page-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RecordingFilters } from './recording-filters.tsx'
import { useRecordings } from './use-recordings.ts'
import type { Weekend } from './weekends.ts'

interface RecordingPickerProps {
  readonly season: Season
  /** Which track is looked for at first; null for any. */
  readonly trackId: number | null
  readonly title: string
  readonly description: string
  readonly linkLabel: string
  readonly isAnyChosen: boolean
  /** Resolves with what is wrong. */
  readonly onLink: () => Promise<FormErrors | null>
  readonly onClose: () => void
  /** What is being driven now, above the recordings. */
  readonly live: ReactNode
  readonly renderWeekend: (weekend: Weekend) => ReactNode
}

/** Recordings by weekends, as many as are asked for, of which some are chosen to be linked. */
export function RecordingPicker({
  season,
  trackId,
  linkLabel,
  isAnyChosen,
  onLink,
  onClose,
  live,
  renderWeekend,
  ...words
}: RecordingPickerProps) {
  const text = useText()
  const found = useRecordings(season, trackId)

  async function link() {
    const errors = await onLink()
    return errors && (errors.form ?? text('ui.unexpected'))
  }

  return (
    <ConfirmDialog
      {...words}
      look="primary"
      cancelLabel={text('organiser.cancel')}
      confirmLabel={linkLabel}
      isReady={isAnyChosen}
      onClose={onClose}
      onConfirm={link}
    >
      {live}
      <RecordingFilters filter={found.filter} onFilter={found.setFilter} />
      {found.error && <PageError error={found.error} retry={found.refetch} />}
      {found.isLoading && <Skeleton className="h-60" />}
      {!found.isLoading && !found.error && found.weekends.length === 0 && (
        <p className="text-muted">{text('organiser.noRecordings')}</p>
      )}
      <div className="flex flex-col gap-2">{found.weekends.map(renderWeekend)}</div>
      {found.more && (
        <div>
          <Button loading={found.isLoadingMore} onClick={found.more}>
            {text('organiser.olderRecordings')}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  )
}
