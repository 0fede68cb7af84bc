import type { Season } from '@pitboard/contract/seasons/season'
import type { Decision } from '@pitboard/contract/stewards/decision'
import { STEWARD_MAX, type StewardCase, stewards } from '@pitboard/contract/stewards/steward-case'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { isKept } from '../../changes/kept-draft.ts'
import { useMessage } from '../../changes/use-draft.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { STEWARDS_KEY } from './steward-queries.ts'

interface RevokeFormProps {
  readonly season: Season
  readonly of: StewardCase
  readonly decision: Decision
}

/** Removes all effects of a decision; the case is open again. */
export function RevokeForm({ season, of: one, decision: { id, number } }: RevokeFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const keptAs = `revoke.${id}`
  const draft = useMessage({ reason: '' }, keptAs)
  const [isOpen, setOpen] = useState(() => isKept(keptAs))
  const label = t('stewards.revoke', { number })
  if (!isOpen) {
    return (
      <div>
        <Button size="small" look="danger" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <MessageForm<'reason'>
      draft={draft}
      label={label}
      submitLabel={label}
      submitLook="danger"
      actions={
        <Button
          look="quiet"
          onClick={() => {
            draft.discard()
            setOpen(false)
          }}
        >
          {t('ui.cancel')}
        </Button>
      }
      fields={[
        {
          kind: 'textArea',
          name: 'reason',
          maxLength: STEWARD_MAX.text,
          label: t('stewards.revokeReason'),
          missing: t('stewards.textMissing'),
        },
      ]}
      onSend={async ({ reason }) => {
        const params = { seasonId: season.id, caseId: one.id, decisionId: id }
        await call(stewards.revoke, { params, body: { reason }, ifMatch: one.version })
        setOpen(false)
        void showToast({ title: t('stewards.revoked'), tone: 'good' })
        await queries.invalidateQueries({ queryKey: STEWARDS_KEY })
        await queries.invalidateQueries({ queryKey: ['seasons'] })
      }}
    />
  )
}
