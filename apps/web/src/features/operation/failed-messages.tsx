import type { FailedMessage, SiteOperation } from '@pitboard/contract/site/operation'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'

/** Shows mails and text messages that were given up, and whether others wait. */
export function FailedMessages({ messages }: { readonly messages: SiteOperation['messages'] }) {
  const t = useText()
  const { waiting, retried, failed } = messages
  return (
    <div className="flex flex-col gap-3">
      {waiting > 0 && (
        <p>
          {t('operation.messagesWaiting', { count: waiting })}{' '}
          {retried > 0 && (
            <span className="text-bad">{t('operation.messagesRetried', { count: retried })}</span>
          )}
        </p>
      )}
      {failed.length === 0 ? (
        <p className="text-muted">{t('operation.messagesNone')}</p>
      ) : (
        <ItemList
          label={t('operation.messages')}
          items={failed.map((message) => ({
            id: message.id,
            title: <MessageTitle message={message} />,
            detail: [
              formatDateTime(message.failedAt, t.locale),
              t('operation.attempts', { count: message.attempts }),
              ...(message.detail === '' ? [] : [message.detail]),
            ].join(', '),
          }))}
        />
      )}
    </div>
  )
}

function MessageTitle({ message }: { readonly message: FailedMessage }) {
  const t = useText()
  const { kind, reason, userId, username } = message
  return (
    <>
      {t(kind === 'mail' ? 'operation.mail' : 'operation.text')}
      <Badge tone="bad">
        {t(reason === 'refused' ? 'operation.refused' : 'operation.expired')}
      </Badge>
      {userId === null ? (
        t('operation.goneUser')
      ) : (
        <TextLink to="/user/$userId" params={{ userId }}>
          {username ?? t('operation.unnamed')}
        </TextLink>
      )}
    </>
  )
}
