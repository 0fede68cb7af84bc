import { calendarFeeds } from '@pitboard/contract/seasons/calendar-feed'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

const calendarAddress = queryOptions({
  queryKey: ['calendarAddress'],
  queryFn: ({ signal }) => call(calendarFeeds.get, { signal }),
})

/** The secret address is shown once; a new one ends it. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(calendarAddress)
  const refresh = () => queries.invalidateQueries({ queryKey: calendarAddress.queryKey })
  const renewal = useMutation({
    mutationFn: () => call(calendarFeeds.renew, {}),
    onSuccess: refresh,
  })
  const removal = useMutation({
    async mutationFn() {
      await call(calendarFeeds.remove, {})
      renewal.reset()
    },
    onSuccess: refresh,
  })
  const failure = renewal.error ?? removal.error
  const url = renewal.data?.url ?? null
  const createdAt = query.data?.createdAt ?? null

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('announcements.calendar')}
      description={t('announcements.calendarWhy')}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('announcements.calendarClose')}
          </Button>
          {createdAt !== null && (
            <Button look="danger" loading={removal.isPending} onClick={() => removal.mutate()}>
              {t('announcements.calendarRemove')}
            </Button>
          )}
          <Button look="primary" loading={renewal.isPending} onClick={() => renewal.mutate()}>
            {t(createdAt === null ? 'announcements.calendarCreate' : 'announcements.calendarRenew')}
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className="text-bad">
          {refusalText(failure, t)}
        </p>
      )}
      {url !== null && (
        <>
          <CopyField label={t('announcements.calendarAddress')} value={url} />
          <p className="text-small text-muted">{t('announcements.calendarOnce')}</p>
        </>
      )}
      <QueryContent
        query={query}
        placeholder={<Skeleton className="h-11" />}
        renderError={(error, retry) => (
          <ErrorState title={t('announcements.calendarFailed')} error={error} retry={retry} />
        )}
      >
        {(data) =>
          url === null &&
          data.createdAt !== null && (
            <p>
              {t('announcements.calendarExists', {
                date: formatDate(data.createdAt, t.locale),
              })}
            </p>
          )
        }
      </QueryContent>
    </Dialog>
  )
}
