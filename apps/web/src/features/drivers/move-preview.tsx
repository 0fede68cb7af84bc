import { type AliasChange, seasonManagement } from '@pitboard/contract/seasons/season-management'
import type { AliasPreview } from '@pitboard/contract/seasons/standings'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { formatPoints } from '../../timing/format-points.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** A change of names, and what it would move. */
export interface Previewed {
  readonly change: AliasChange
  readonly preview: AliasPreview
}

/** What a merge or a split moves in the table, before it is done. */
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
      cancelLabel={t('organiser.cancel')}
      confirmLabel={t(isMerge ? 'organiser.merge' : 'organiser.split')}
      onClose={onClose}
      onConfirm={apply}
    >
      {preview.conflicts.length > 0 && (
        <p role="alert" className="text-secondary">
          {t('organiser.mergeConflict', { count: preview.conflicts.length })}
        </p>
      )}
      {preview.drivers.length === 0 ? (
        <p>{t('organiser.movesNothing')}</p>
      ) : (
        <table className="timing w-full text-timing">
          <thead>
            <tr className="label text-left">
              <th scope="col">{t('season.name')}</th>
              <th scope="col" className="text-right">
                {t('organiser.before')}
              </th>
              <th scope="col" className="text-right">
                {t('organiser.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {preview.drivers.map(({ key, name, ...driver }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-medium">
                  {name}
                </th>
                <Place position={driver.positionBefore} points={driver.pointsBefore} />
                <Place position={driver.positionAfter} points={driver.pointsAfter} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ConfirmDialog>
  )
}

function Place({
  position,
  points,
}: {
  readonly position: number | null
  readonly points: number | null
}) {
  const t = useText()
  return (
    <td className="text-right">
      {position === null
        ? '–'
        : t('organiser.placeAndPoints', {
            position,
            points: formatPoints(points ?? 0, t.locale),
          })}
    </td>
  )
}
