import { type RecorderKey, recorderKeys } from '@pitboard/contract/accounts/accounts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { ApiException } from '@pitboard/contract/wire/client'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { AccountContent } from '../security/account-content.tsx'

function CreateKey({ onMade }: { readonly onMade: (key: RecorderKey) => void }) {
  const text = useText()
  const queries = useQueryClient()

  async function create({ keyName: name }: FormValues<'keyName'>) {
    onMade(await call(recorderKeys.create, { body: { name } }))
    await queries.invalidateQueries(recorderKeyList)
  }

  return (
    <Form
      label={text('dashboard.createKey')}
      submitLabel={text('dashboard.createKey')}
      submitLook="secondary"
      fields={[
        {
          kind: 'text',
          name: 'keyName',
          label: text('dashboard.keyName'),
          hint: text('dashboard.keyNameHint'),
          maxLength: TEXT_MAX.recorderKeyName,
          missing: text('dashboard.keyNameMissing'),
        },
      ]}
      onSubmit={create}
      errorsOf={(error) => {
        const isFull = error instanceof ApiException && error.status === 409
        return { form: isFull ? text('dashboard.tooManyKeys') : authErrorMessage(error, text) }
      }}
    />
  )
}

const recorderKeyList = queryOptions({
  queryKey: ['recorderKeys'],
  queryFn: ({ signal }) => call(recorderKeys.list, { signal }),
})

export function RecorderKeysSection({ userId }: { readonly userId: string }) {
  const text = useText()
  const queries = useQueryClient()
  const query = useQuery(recorderKeyList)
  const [made, setMade] = useState<RecorderKey | null>(null)
  const [madeCount, setMadeCount] = useState(0)
  const [revoked, setRevoked] = useState<RecorderKey | null>(null)

  function show(key: RecorderKey) {
    setMade(key)
    setMadeCount((count) => count + 1)
  }

  async function revoke({ id }: RecorderKey) {
    await call(recorderKeys.revoke, { params: { id } })
    if (made?.id === id) setMade(null)
    await queries.invalidateQueries(recorderKeyList)
    void showToast({ title: text('dashboard.keyRevoked'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-muted">{text('dashboard.keysWhy')}</p>
      {made && <NewKey key={made.id} made={made} userId={userId} onDone={() => setMade(null)} />}
      <AccountContent query={query}>
        {(data) => <KeyList keys={data} onRevoke={setRevoked} />}
      </AccountContent>
      <CreateKey key={madeCount} onMade={show} />
      {revoked && (
        <ConfirmDialog
          title={text('dashboard.revokeKey', { name: revoked.name })}
          description={text('dashboard.revokeWhy')}
          cancelLabel={text('dashboard.cancel')}
          confirmLabel={text('dashboard.revoke')}
          onClose={() => setRevoked(null)}
          onConfirm={() => revoke(revoked)}
        />
      )}
    </div>
  )
}

function KeyList({
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

/** The one time a key is seen, with everything the recorder asks for. */
function NewKey({
  made,
  userId,
  onDone,
}: {
  readonly made: RecorderKey
  readonly userId: string
  readonly onDone: () => void
}) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const key = made.key ?? ''
  const command = `pitboard-recorder record --server ${location.origin} --user ${userId} --key ${key}`
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-secondary outline-none">
            {text('dashboard.keyCreated')}: {made.name}
          </h3>
          <p>{text('dashboard.keyOnce')}</p>
        </div>
        <CopyField label={text('dashboard.key')} value={key} />
        <CopyField label={text('dashboard.userId')} value={userId} />
        <CopyField label={text('dashboard.serverAddress')} value={location.origin} />
        <CopyField label={text('dashboard.command')} value={command} />
        <div>
          <Button onClick={onDone}>{text('dashboard.keyDone')}</Button>
        </div>
      </div>
    </Card>
  )
}
