import { type Webhook, webhooks } from '@pitboard/contract/leagues/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { leagueReceivers } from './announcement-queries.ts'
import { DeliveryLog } from './delivery-log.tsx'

interface ReceiverCardProps {
  readonly leagueId: string
  readonly receiver: Webhook
  readonly onEdit: () => void
  readonly onNewSecret: (receiver: Webhook) => void
}

export function ReceiverCard({ leagueId, receiver, onEdit, onNewSecret }: ReceiverCardProps) {
  const text = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'remove' | 'renew' | null>(null)
  const [isLogOpen, setLogOpen] = useState(false)
  const { name, kind, maskedUrl, state, types, failingSince } = receiver
  const params = { leagueId, webhookId: receiver.id }
  const isActive = state === 'active'
  const refresh = () => queries.invalidateQueries({ queryKey: leagueReceivers(leagueId).queryKey })

  const change = useMutation({
    async mutationFn(work: () => Promise<unknown>) {
      try {
        await work()
      } catch (error) {
        await showToast({ title: refusalText(error, text), tone: 'bad' })
      }
      await refresh()
    },
  })

  const sendTest = () =>
    change.mutate(async () => {
      await call(webhooks.test, { params })
      setLogOpen(true)
      void showToast({ title: text('announcements.testSent'), tone: 'good' })
    })

  return (
    <Card as="article" label={name}>
      <div className="flex flex-col gap-3">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 wrap-anywhere">
            {name} <Badge>{text(`announcements.${kind}`)}</Badge>
            {state === 'paused' && <Badge tone="warning">{text('announcements.paused')}</Badge>}
            {state === 'disabled' && <Badge tone="bad">{text('announcements.disabled')}</Badge>}
            {isActive && failingSince !== null && (
              <Badge tone="warning">{text('announcements.failing')}</Badge>
            )}
          </h3>
          <p className="text-small text-muted wrap-anywhere">{maskedUrl}</p>
          <p className="text-small text-muted">
            {types.map((type) => text(`announcements.${type}`)).join(' · ')}
          </p>
          {state === 'disabled' && <p className="mt-1">{text('announcements.disabledWhy')}</p>}
          {isActive && failingSince !== null && (
            <p className="mt-1">
              {text('announcements.failingWhy', {
                date: formatDateTime(failingSince, text.locale),
              })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isActive && (
            <Button size="small" loading={change.isPending} onClick={sendTest}>
              {text('announcements.sendTest')}
            </Button>
          )}
          <Button look="plain" size="small" onClick={onEdit}>
            {text('announcements.edit')}
          </Button>
          <Button
            look="plain"
            size="small"
            onClick={() =>
              change.mutate(() => call(webhooks.update, { params, body: { isActive: !isActive } }))
            }
          >
            {text(isActive ? 'announcements.pause' : 'announcements.activate')}
          </Button>
          {kind === 'generic' && (
            <Button look="plain" size="small" onClick={() => setAsked('renew')}>
              {text('announcements.renewSecret')}
            </Button>
          )}
          <Button
            look="plain"
            size="small"
            aria-expanded={isLogOpen}
            onClick={() => setLogOpen(!isLogOpen)}
          >
            {text('announcements.log')}
          </Button>
          <Button look="danger" size="small" onClick={() => setAsked('remove')}>
            {text('announcements.remove')}
          </Button>
        </div>
        {isLogOpen && <DeliveryLog leagueId={leagueId} receiver={receiver} />}
      </div>
      {asked === 'remove' && (
        <ConfirmDialog
          title={text('announcements.removeAsk', { name })}
          description={text('announcements.removeWhy')}
          cancelLabel={text('announcements.cancel')}
          confirmLabel={text('announcements.remove')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await call(webhooks.remove, { params })
            await refresh()
            void showToast({ title: text('announcements.removed'), tone: 'good' })
          }}
        />
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title={text('announcements.renewAsk', { name })}
          description={text('announcements.renewWhy')}
          cancelLabel={text('announcements.cancel')}
          confirmLabel={text('announcements.renewIt')}
          onClose={() => setAsked(null)}
          onConfirm={async () => onNewSecret(await call(webhooks.renewSecret, { params }))}
        />
      )}
    </Card>
  )
}
