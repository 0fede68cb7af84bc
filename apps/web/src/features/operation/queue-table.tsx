import { operation, type QueueName, type QueueState } from '@pitboard/contract/site/operation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { siteOperation } from './operation-queries.ts'

const QUEUES: Readonly<Record<QueueName, PlainKey>> = {
  outbox: 'operation.outbox',
  traces: 'operation.traces',
  links: 'operation.links',
  removed_captures: 'operation.removed_captures',
  storage_leftovers: 'operation.storage_leftovers',
  events: 'operation.events',
  notification_mails: 'operation.notification_mails',
  pushes: 'operation.pushes',
  webhooks: 'operation.webhooks',
  uploads: 'operation.uploads',
}

/** Shows jobs by queue; failed ones can be tried again. */
export function QueueTable({ queues }: { readonly queues: readonly QueueState[] }) {
  const t = useText()
  const client = useQueryClient()
  const retry = useMutation({
    async mutationFn(queue: QueueName) {
      const { retried } = await call(operation.retry, { params: { queue } })
      await client.invalidateQueries(siteOperation)
      void showToast({ title: t('operation.retried', { count: retried }), tone: 'good' })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-muted">{t('operation.jobsWhy')}</p>
      <ProblemText>{retry.error && refusalText(retry.error, t)}</ProblemText>
      <Table
        name="queues"
        label={t('operation.jobs')}
        columns={queueColumns(t, {
          retried: retry.isPending ? retry.variables : null,
          onRetry: (queue) => retry.mutate(queue),
        })}
        rows={queues}
        rowKey={({ queue }) => queue}
      />
    </div>
  )
}

interface Retry {
  /** This queue is being tried again. */
  readonly retried: QueueName | null
  readonly onRetry: (queue: QueueName) => void
}

function queueColumns(t: Text, { retried, onRetry }: Retry): Column<QueueState>[] {
  return [
    {
      key: 'queue',
      name: t('operation.queue'),
      namesRow: true,
      cell: ({ queue }) => t(QUEUES[queue]),
    },
    {
      key: 'waiting',
      name: t('operation.waiting'),
      align: 'right',
      phone: 'below',
      cell: ({ waiting }) => waiting.toLocaleString(t.locale),
    },
    {
      key: 'failed',
      name: t('operation.failed'),
      align: 'right',
      phone: 'below',
      cell: ({ failed }) => (
        <span className={failed > 0 ? 'text-bad' : ''}>{failed.toLocaleString(t.locale)}</span>
      ),
    },
    {
      key: 'retry',
      name: t('operation.retry'),
      head: '',
      align: 'right',
      phone: 'line',
      cell: ({ queue, failed }) =>
        failed > 0 && (
          // A button is as high as a row: its edge would lie on the lines.
          <div className="sm:py-1">
            <Button
              size="small"
              aria-label={t('operation.retryQueue', { queue: t(QUEUES[queue]) })}
              loading={retried === queue}
              onClick={() => onRetry(queue)}
            >
              {t('operation.retry')}
            </Button>
          </div>
        ),
    },
  ]
}
