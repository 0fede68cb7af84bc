import type { Adjustment } from '@pitboard/contract/seasons/adjustment'
import { seasonManagement } from '@pitboard/contract/seasons/season-management'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { AdjustmentForm, reasonField } from './adjustment-form.tsx'
import { adjustmentItem } from './adjustment-list.tsx'
import { adjustmentWords } from './adjustment-words.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** Creates, lists and revokes adjustments. None is ever erased. */
export function AdjustmentEditor() {
  const { season } = useEditedSeason()
  const t = useText()
  const [revoked, setRevoked] = useState<Adjustment | null>(null)
  return (
    <div className="grid items-start gap-x-10 gap-y-9 wide:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Section title={t('organiser.newAdjustment')}>
        <Card>
          <AdjustmentForm />
        </Card>
      </Section>
      <Section title={t('season.adjustments')}>
        {season.adjustments.length === 0 ? (
          <p className="text-muted">{t('organiser.noAdjustments')}</p>
        ) : (
          <ItemList
            label={t('season.adjustments')}
            items={season.adjustments.map((adjustment) => ({
              ...adjustmentItem(
                adjustment,
                season,
                formatDateTime(adjustment.createdAt, t.locale),
                t,
              ),
              action: adjustment.revokedAt === null && adjustment.decision === null && (
                <Button
                  size="small"
                  look="danger"
                  aria-label={`${t('organiser.revoke')}: ${adjustmentWords(adjustment, season, t)}`}
                  onClick={() => setRevoked(adjustment)}
                >
                  {t('organiser.revoke')}
                </Button>
              ),
            }))}
          />
        )}
      </Section>
      {revoked && <RevokeDialog adjustment={revoked} onClose={() => setRevoked(null)} />}
    </div>
  )
}

function RevokeDialog({
  adjustment,
  onClose,
}: {
  readonly adjustment: Adjustment
  readonly onClose: () => void
}) {
  const { season, edit } = useEditedSeason()
  const t = useText()

  async function revoke({ reason }: FormValues<'reason'>) {
    const params = { seasonId: season.id, adjustmentId: adjustment.id }
    await edit.run(
      (ifMatch) => call(seasonManagement.revokeAdjustment, { params, body: { reason }, ifMatch }),
      { done: t('organiser.adjustmentRevoked') },
    )
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('organiser.revokeAdjustment')}
      description={adjustmentWords(adjustment, season, t)}
    >
      <Form
        label={t('organiser.revokeAdjustment')}
        submitLabel={t('organiser.revoke')}
        submitLook="danger"
        fields={[reasonField(t, 'organiser.revokeReason')]}
        onSubmit={revoke}
      />
    </Dialog>
  )
}
