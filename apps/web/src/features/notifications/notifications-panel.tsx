import {
  notifications,
  NOTIFICATION_KINDS,
  type NotificationKinds,
  type NotificationSettings,
} from '@pitboard/contract/notifications/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { BrowserList } from './browser-list.tsx'
import { FollowList } from './follow-list.tsx'
import { KindTable } from './kind-table.tsx'
import { notificationSettings } from './notification-queries.ts'
import { QueryContent } from '../../ui/shell/query-content.tsx'

/** Users choose what they are notified of in this part of the settings. */
export function NotificationsPanel() {
  const t = useText()
  const query = useQuery(notificationSettings)
  return (
    <QueryContent
      query={query}
      placeholder={<Skeleton className="h-96" />}
      renderError={(error, retry) => (
        <ErrorState
          title={t('notifications.failed')}
          error={new Error(authErrorMessage(error, t))}
          retry={retry}
        />
      )}
    >
      {(data) => <Loaded settings={data} />}
    </QueryContent>
  )
}

interface Changes {
  readonly isMailOn?: boolean
  readonly kinds?: Partial<NotificationKinds>
}

function Loaded({ settings }: { readonly settings: NotificationSettings }) {
  const t = useText()
  const queries = useQueryClient()
  const { queryKey } = notificationSettings
  const change = useMutation({
    mutationFn: (body: Changes) => call(notifications.update, { body }),
    // A switch shows the choice at once.
    onMutate({ isMailOn = settings.isMailOn, kinds }) {
      queries.setQueryData(queryKey, {
        ...settings,
        isMailOn,
        kinds: { ...settings.kinds, ...kinds },
      })
    },
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
  const { mailAddress, isMailOn, kinds } = settings
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">{t('notifications.why')}</p>
      <div className="flex flex-col gap-1">
        <Switch
          label={t('notifications.mails')}
          checked={isMailOn && mailAddress !== null}
          disabled={mailAddress === null}
          onChange={(checked) => change.mutate({ isMailOn: checked })}
        />
        <p className="text-small text-muted wrap-anywhere">
          {mailAddress === null
            ? t('notifications.noAddress')
            : t('notifications.mailsTo', { address: mailAddress })}
        </p>
      </div>
      <BrowserList settings={settings} />
      <KindTable
        kinds={NOTIFICATION_KINDS.map((kind) => ({ kind, ...kinds[kind] }))}
        canMail={isMailOn && mailAddress !== null}
        onChange={({ kind, ...channels }) => change.mutate({ kinds: { [kind]: channels } })}
      />
      <ProblemText>{change.error && authErrorMessage(change.error, t)}</ProblemText>
      <FollowList />
    </div>
  )
}
