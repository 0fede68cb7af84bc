import type { Adjustment } from '@pitboard/contract/season'
import { seasonWork } from '@pitboard/contract/season-work'
import { useState } from 'react'
import { call } from '../../call.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { entryOf, Form } from '../../ui/form.tsx'
import { ItemList } from '../../ui/item-list.tsx'
import { Section } from '../../ui/section.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DecisionForm } from './decision-form.tsx'
import { decisionItem } from './decision-item.tsx'
import { decisionWords } from './decision-words.ts'
import type { PartProps } from './season-editor.tsx'

/** Decisions with their reasons: made, listed and revoked, never erased. */
export function StewardsPart({ season, edit }: PartProps) {
  const text = useText()
  const [revoked, setRevoked] = useState<Adjustment | null>(null)
  const [madeCount, setMadeCount] = useState(0)
  return (
    <div className="grid items-start gap-x-10 gap-y-9 wide:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Section title={text('organiser.newDecision')}>
        <Card>
          <DecisionForm
            key={madeCount}
            season={season}
            edit={edit}
            onMade={() => setMadeCount((count) => count + 1)}
          />
        </Card>
      </Section>
      <Section title={text('season.decisions')}>
        {season.adjustments.length === 0 ? (
          <p className="text-muted">{text('organiser.noDecisions')}</p>
        ) : (
          <ItemList
            label={text('season.decisions')}
            items={season.adjustments.map((decision) => ({
              ...decisionItem(
                decision,
                season,
                formatDateTime(decision.createdAt, text.locale),
                text,
              ),
              action: decision.revokedAt === null && (
                <Button
                  size="small"
                  look="danger"
                  aria-label={`${text('organiser.revoke')}: ${decisionWords(decision, season, text)}`}
                  onClick={() => setRevoked(decision)}
                >
                  {text('organiser.revoke')}
                </Button>
              ),
            }))}
          />
        )}
      </Section>
      {revoked && (
        <RevokeDialog
          season={season}
          edit={edit}
          decision={revoked}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  )
}

function RevokeDialog({
  season,
  edit,
  decision,
  onClose,
}: PartProps & { readonly decision: Adjustment; readonly onClose: () => void }) {
  const text = useText()

  async function revoke(entries: FormData) {
    const reason = entryOf(entries, 'reason').trim()
    if (reason === '') return { reason: text('organiser.reasonMissing') }
    const errors = await edit.run(
      (ifMatch) =>
        call(seasonWork.revokeAdjustment, {
          params: { id: season.id, adjustmentId: decision.id },
          body: { reason },
          ifMatch,
        }),
      { done: text('organiser.decisionRevoked'), fields: ['reason'] },
    )
    if (!errors) onClose()
    return errors
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('organiser.revokeDecision')}
      description={decisionWords(decision, season, text)}
    >
      <Form
        label={text('organiser.revokeDecision')}
        submitLabel={text('organiser.revoke')}
        submitLook="danger"
        onSubmit={revoke}
      >
        {(errors) => (
          <Field label={text('organiser.revokeReason')} name="reason" error={errors.reason ?? null}>
            <TextArea name="reason" maxLength={500} />
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
