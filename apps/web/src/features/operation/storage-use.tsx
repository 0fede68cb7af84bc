import type { SiteOperation, StorageKind, StorageUser } from '@pitboard/contract/site/operation'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatBytes } from '../../timing/format-bytes.ts'
import { TextLink } from '../../ui/buttons/link.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'

const KINDS: Readonly<Record<StorageKind, PlainKey>> = {
  captures: 'operation.captures',
  pictures: 'operation.pictures',
  sessionDocuments: 'operation.sessionDocuments',
  lapTraces: 'operation.lapTraces',
  otherTables: 'operation.otherTables',
}

/** Shows what is stored, by kind and by user. */
export function StorageUse({ storage }: { readonly storage: SiteOperation['storage'] }) {
  const t = useText()
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Table
        name="storageKinds"
        label={t('operation.storage')}
        columns={[
          {
            key: 'kind',
            name: t('operation.kind'),
            namesRow: true,
            cell: ({ kind }) => t(KINDS[kind]),
          },
          {
            key: 'size',
            name: t('operation.size'),
            align: 'right',
            cell: ({ bytes }) => formatBytes(bytes, t.locale),
          },
        ]}
        rows={storage.kinds}
        rowKey={({ kind }) => kind}
      />
      <LargestUsers users={storage.largestUsers} />
    </div>
  )
}

function LargestUsers({ users }: { readonly users: readonly StorageUser[] }) {
  const t = useText()
  if (users.length === 0) return <p className="text-muted">{t('operation.nothingStored')}</p>
  return (
    <Table
      name="largestUsers"
      label={t('operation.largestUsers')}
      columns={userColumns(t)}
      rows={users}
      rowKey={({ id }) => id}
    />
  )
}

function userColumns(t: Text): Column<StorageUser>[] {
  return [
    {
      key: 'user',
      name: t('operation.user'),
      namesRow: true,
      cell: ({ id, username }) => (
        <TextLink to="/user/$userId" params={{ userId: id }}>
          {username ?? t('operation.unnamed')}
        </TextLink>
      ),
    },
    {
      key: 'captures',
      name: t('operation.captures'),
      align: 'right',
      phone: 'below',
      sortBy: ({ captureBytes }) => captureBytes,
      cell: ({ captureBytes }) => formatBytes(captureBytes, t.locale),
    },
    {
      key: 'pictures',
      name: t('operation.pictures'),
      align: 'right',
      phone: 'below',
      sortBy: ({ pictureBytes }) => pictureBytes,
      cell: ({ pictureBytes }) => formatBytes(pictureBytes, t.locale),
    },
  ]
}
