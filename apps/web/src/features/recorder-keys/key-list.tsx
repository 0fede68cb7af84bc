import type { RecorderKey } from '@pitboard/contract/accounts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'

export function KeyList({
  keys,
  onRevoke,
}: {
  readonly keys: readonly RecorderKey[]
  readonly onRevoke: (key: RecorderKey) => void
}) {
  const text = useText()
  if (keys.length === 0) return <p>{text('dashboard.noKeys')}</p>
  return (
    <ItemList
      label={text('dashboard.keys')}
      items={keys.map((key) => ({
        id: key.id,
        title: key.name,
        detail: [
          text('dashboard.created', { date: formatDate(key.createdAt, text.locale) }),
          key.lastUsedAt === null
            ? text('dashboard.neverUsed')
            : text('dashboard.lastUsed', { date: formatDateTime(key.lastUsedAt, text.locale) }),
        ].join(', '),
        action: (
          <Button
            look="danger"
            size="small"
            aria-label={`${text('dashboard.revoke')}: ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            {text('dashboard.revoke')}
          </Button>
        ),
      }))}
    />
  )
}
