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
  const text = useText()
  const [revoked, setRevoked] = useState<Adjustment | null>(null)
  return (
    <div className="grid items-start gap-x-10 gap-y-9 wide:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Section title={text('organiser.newAdjustment')}>
        <Card>
          <AdjustmentForm />
        </Card>
      </Section>
      <Section title={text('season.adjustments')}>
        {season.adjustments.length === 0 ? (
          <p className="text-muted">{text('organiser.noAdjustments')}</p>
        ) : (
          <ItemList
            label={text('season.adjustments')}
            items={season.adjustments.map((adjustment) => ({
              ...adjustmentItem(
                adjustment,
                season,
                formatDateTime(adjustment.createdAt, text.locale),
                text,
              ),
              action: adjustment.revokedAt === null && adjustment.decision === null && (
                <Button
                  size="small"
                  look="danger"
                  aria-label={`${text('organiser.revoke')}: ${adjustmentWords(adjustment, season, text)}`}
                  onClick={() => setRevoked(adjustment)}
                >
                  {text('organiser.revoke')}
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
  const text = useText()

  async function revoke({ reason }: FormValues<'reason'>) {
    const params = { seasonId: season.id, adjustmentId: adjustment.id }
    await edit.run(
      (ifMatch) => call(seasonManagement.revokeAdjustment, { params, body: { reason }, ifMatch }),
      { done: text('organiser.adjustmentRevoked') },
    )
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('organiser.revokeAdjustment')}
      description={adjustmentWords(adjustment, season, text)}
    >
      <Form
        label={text('organiser.revokeAdjustment')}
        submitLabel={text('organiser.revoke')}
        submitLook="danger"
        fields={[reasonField(text, 'organiser.revokeReason')]}
        actions={
          <Button look="quiet" onClick={onClose}>
            {text('organiser.cancel')}
          </Button>
        }
        onSubmit={revoke}
      />
    </Dialog>
  )
}
