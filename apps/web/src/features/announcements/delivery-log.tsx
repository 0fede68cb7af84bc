import type { Announcement } from '@pitboard/contract/leagues/announcement'
import { type Webhook, type WebhookDelivery, webhooks } from '@pitboard/contract/leagues/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { joinParts } from '../../messages/join-parts.ts'
import { call } from '../../api/call.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { receiverLog } from './announcement-queries.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'

const STATES = {
  waiting: { tone: 'plain', label: 'announcements.waiting' },
  delivered: { tone: 'good', label: 'announcements.delivered' },
  failed: { tone: 'bad', label: 'announcements.notDelivered' },
  dropped: { tone: 'plain', label: 'announcements.dropped' },
} as const satisfies Record<WebhookDelivery['state'], { tone: BadgeTone; label: string }>

const TYPES: Readonly<Record<Announcement['type'], PlainKey>> = {
  eventIn24h: 'announcements.eventIn24h',
  live: 'announcements.live',
  provisionalResult: 'announcements.provisionalResult',
  decision: 'announcements.decision',
  standings: 'announcements.standings',
  officialResult: 'announcements.officialResult',
  rosterChange: 'announcements.rosterChange',
  signUpOpen: 'announcements.signUpOpen',
  driverOfTheDay: 'announcements.driverOfTheDay',
  test: 'announcements.test',
}

interface DeliveryLogProps {
  readonly leagueId: string
  readonly receiver: Webhook
}

/** Lists what was sent to a receiver, the newest first. */
export function DeliveryLog({ leagueId, receiver }: DeliveryLogProps) {
  const t = useText()
  const queries = useQueryClient()
  const log = receiverLog(leagueId, receiver.id)
  const query = useQuery(log)
  const resending = useMutation({
    async mutationFn(deliveryId: string) {
      const params = { leagueId, webhookId: receiver.id, deliveryId }
      try {
        await call(webhooks.resend, { params })
        void showToast({ title: t('announcements.resent'), tone: 'good' })
      } catch (cause) {
        await showToast({ title: refusalText(cause, t), tone: 'bad' })
      }
      await queries.invalidateQueries({ queryKey: log.queryKey })
    },
  })
  return (
    <QueryContent
      query={query}
      placeholder={<Skeleton className="h-16" />}
      renderError={(error, retry) => (
        <ErrorState title={t('announcements.logFailed')} error={error} retry={retry} />
      )}
    >
      {(data) => {
        if (data.length === 0)
          return <p className="text-muted">{t('announcements.noDeliveries')}</p>
        return (
          <ItemList
            label={t('announcements.logOf', { name: receiver.name })}
            items={data.map((delivery) => {
              const { id, state } = delivery
              const name = delivery.title ?? typeText(delivery.type, t)
              return {
                id,
                title: (
                  <>
                    {name} <Badge tone={STATES[state].tone}>{t(STATES[state].label)}</Badge>
                  </>
                ),
                detail: detailOf(delivery, t),
                action: state !== 'waiting' && receiver.state === 'active' && (
                  <Button
                    look="plain"
                    size="small"
                    aria-label={t('announcements.resendOf', { name })}
                    onClick={() => resending.mutate(id)}
                  >
                    {t('announcements.resend')}
                  </Button>
                ),
              }
            })}
          />
        )
      }}
    </QueryContent>
  )
}

function typeText(type: string, t: Text): string {
  const known = Object.entries(TYPES).find(([name]) => name === type)
  return known ? t(known[1]) : type
}

function detailOf(delivery: WebhookDelivery, t: Text): string {
  const { attemptedAt, createdAt, nextAttemptAt, attempts } = delivery
  const { statusCode, durationMs, failure, answer } = delivery
  const isRepeated = nextAttemptAt !== null && attempts > 0
  return joinParts([
    formatDateTime(attemptedAt ?? createdAt, t.locale),
    attempts > 1 && t('announcements.attempts', { count: attempts }),
    statusCode !== null && t('announcements.status', { status: String(statusCode) }),
    failure !== null && failure !== 'status' && t(`announcements.${failure}`),
    durationMs !== null && t('announcements.tookMs', { ms: String(durationMs) }),
    answer !== null && answer !== '' && t('announcements.quoted', { answer }),
    isRepeated && t('announcements.nextAttempt', { date: formatDateTime(nextAttemptAt, t.locale) }),
  ])
}
