import { type AliasChange, seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { AliasPreview } from '@pitboard/contract/seasons/standings'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { StandingsChanges } from './standings-changes.tsx'
import { useEditedSeason } from '../season/edited-season.ts'

/** The change of names would move this. */
export interface Previewed {
  readonly change: AliasChange
  readonly preview: AliasPreview
}

/** Shows what a merge or a split moves in the table, before it is done. */
export function MovePreview({
  change,
  preview,
  onClose,
}: Previewed & { readonly onClose: () => void }) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const isMerge = 'merge' in change

  function apply() {
    return edit.run(
      (ifMatch) =>
        call(seasonManagement.changeAliases, {
          params: { seasonId: season.id },
          body: change,
          ifMatch,
        }),
      { done: t(isMerge ? 'organiser.wasMerged' : 'organiser.wasSplit') },
    )
  }

  return (
    <ConfirmDialog
      look="primary"
      title={t(isMerge ? 'organiser.merge' : 'organiser.split')}
      description={t('organiser.moves')}
      cancelLabel={t('ui.cancel')}
      confirmLabel={t(isMerge ? 'organiser.merge' : 'organiser.split')}
      onClose={onClose}
      onConfirm={apply}
    >
      {preview.conflicts.length > 0 && (
        <p role="alert" className="text-secondary">
          {t('organiser.mergeConflict', { count: preview.conflicts.length })}
        </p>
      )}
      <StandingsChanges drivers={preview.drivers} />
    </ConfirmDialog>
  )
}
