import type {
  NotificationSettings,
  PushDevice,
} from '@pitboard/contract/notifications/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { browserName } from '../../auth/browser-name.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { notificationSettings } from './notification-queries.ts'
import {
  canSubscribe,
  endSubscription,
  findOwnDevice,
  subscribeBrowser,
} from './push-subscription.ts'

/** Lists browsers that show notifications, and says whether this one does. */
export function BrowserList({ settings }: { readonly settings: NotificationSettings }) {
  const t = useText()
  const queries = useQueryClient()
  const own = findOwnDevice(settings.devices)
  const refresh = () => queries.invalidateQueries(notificationSettings)
  const subscription = useMutation({
    mutationFn: () => subscribeBrowser(settings.pushKey),
    async onSuccess(isSubscribed) {
      if (!isSubscribed) return
      await refresh()
      void showToast({ title: t('notifications.subscribed'), tone: 'good' })
    },
  })
  const removal = useMutation({
    mutationFn: endSubscription,
    async onSuccess() {
      subscription.reset()
      await refresh()
      void showToast({ title: t('notifications.ended') })
    },
  })
  const failure = subscription.error ?? removal.error
  return (
    <div className="flex flex-col gap-3">
      {canSubscribe() ? (
        <Switch
          label={t('notifications.thisBrowser')}
          checked={own !== undefined}
          disabled={subscription.isPending || removal.isPending}
          onChange={(checked) => {
            if (checked) subscription.mutate()
            else if (own) removal.mutate(own.id)
          }}
        />
      ) : (
        <p className="text-small text-muted">{t('notifications.unsupported')}</p>
      )}
      <ProblemText>
        {failure
          ? authErrorMessage(failure, t)
          : subscription.data === false
            ? t('notifications.denied')
            : null}
      </ProblemText>
      {settings.devices.length > 0 && (
        <ItemList
          label={t('notifications.others')}
          items={settings.devices.map((device) => ({
            id: device.id,
            title: (
              <>
                {nameOf(device, t)}
                {device === own && <Badge tone="good">{t('notifications.here')}</Badge>}
              </>
            ),
            detail: t('notifications.since', {
              date: formatDate(device.createdAt, t.locale),
            }),
            action: (
              <Button
                look="danger"
                size="small"
                aria-label={t('notifications.endOf', { name: nameOf(device, t) })}
                loading={removal.isPending && removal.variables === device.id}
                onClick={() => removal.mutate(device.id)}
              >
                {t('notifications.end')}
              </Button>
            ),
          }))}
        />
      )}
    </div>
  )
}

function nameOf({ userAgent }: PushDevice, t: Text): string {
  const { browser, system } = browserName(userAgent)
  if (browser !== null && system !== null) {
    return t('notifications.browserOn', { browser, system })
  }
  return browser ?? system ?? t('notifications.unknownBrowser')
}
