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
  const t = useText()
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
        await showToast({ title: refusalText(error, t), tone: 'bad' })
      }
      await refresh()
    },
  })

  const sendTest = () =>
    change.mutate(async () => {
      await call(webhooks.test, { params })
      setLogOpen(true)
      void showToast({ title: t('announcements.testSent'), tone: 'good' })
    })

  return (
    <Card as="article" label={name}>
      <div className="flex flex-col gap-3">
        <div>
          <h3 className="flex flex-wrap items-center gap-2 wrap-anywhere">
            {name} <Badge>{t(`announcements.${kind}`)}</Badge>
            {state === 'paused' && <Badge tone="warning">{t('announcements.paused')}</Badge>}
            {state === 'disabled' && <Badge tone="bad">{t('announcements.disabled')}</Badge>}
            {isActive && failingSince !== null && (
              <Badge tone="warning">{t('announcements.failing')}</Badge>
            )}
          </h3>
          <p className="text-small text-muted wrap-anywhere">{maskedUrl}</p>
          <p className="text-small text-muted">
            {types.map((type) => t(`announcements.${type}`)).join(' · ')}
          </p>
          {state === 'disabled' && <p className="mt-1">{t('announcements.disabledWhy')}</p>}
          {isActive && failingSince !== null && (
            <p className="mt-1">
              {t('announcements.failingWhy', {
                date: formatDateTime(failingSince, t.locale),
              })}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isActive && (
            <Button size="small" loading={change.isPending} onClick={sendTest}>
              {t('announcements.sendTest')}
            </Button>
          )}
          <Button look="plain" size="small" onClick={onEdit}>
            {t('announcements.edit')}
          </Button>
          <Button
            look="plain"
            size="small"
            onClick={() =>
              change.mutate(() => call(webhooks.update, { params, body: { isActive: !isActive } }))
            }
          >
            {t(isActive ? 'announcements.pause' : 'announcements.activate')}
          </Button>
          {kind === 'generic' && (
            <Button look="plain" size="small" onClick={() => setAsked('renew')}>
              {t('announcements.renewSecret')}
            </Button>
          )}
          <Button
            look="plain"
            size="small"
            aria-expanded={isLogOpen}
            onClick={() => setLogOpen(!isLogOpen)}
          >
            {t('announcements.log')}
          </Button>
          <Button look="danger" size="small" onClick={() => setAsked('remove')}>
            {t('announcements.remove')}
          </Button>
        </div>
        {isLogOpen && <DeliveryLog leagueId={leagueId} receiver={receiver} />}
      </div>
      {asked === 'remove' && (
        <ConfirmDialog
          title={t('announcements.removeAsk', { name })}
          description={t('announcements.removeWhy')}
          cancelLabel={t('ui.cancel')}
          confirmLabel={t('announcements.remove')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await call(webhooks.remove, { params })
            await refresh()
            void showToast({ title: t('announcements.removed'), tone: 'good' })
          }}
        />
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title={t('announcements.renewAsk', { name })}
          description={t('announcements.renewWhy')}
          cancelLabel={t('ui.cancel')}
          confirmLabel={t('announcements.renewIt')}
          onClose={() => setAsked(null)}
          onConfirm={async () => onNewSecret(await call(webhooks.renewSecret, { params }))}
        />
      )}
    </Card>
  )
}
