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
  const t = useText()
  const queries = useQueryClient()

  async function create({ keyName: name }: FormValues<'keyName'>) {
    onMade(await call(recorderKeys.create, { body: { name } }))
    await queries.invalidateQueries(recorderKeyList)
  }

  return (
    <Form
      label={t('dashboard.createKey')}
      submitLabel={t('dashboard.createKey')}
      submitLook="secondary"
      fields={[
        {
          kind: 'text',
          name: 'keyName',
          label: t('dashboard.keyName'),
          hint: t('dashboard.keyNameHint'),
          maxLength: TEXT_MAX.recorderKeyName,
          missing: t('dashboard.keyNameMissing'),
        },
      ]}
      onSubmit={create}
      errorsOf={(error) => {
        const isFull = error instanceof ApiException && error.status === 409
        return { form: isFull ? t('dashboard.tooManyKeys') : authErrorMessage(error, t) }
      }}
    />
  )
}

const recorderKeyList = queryOptions({
  queryKey: ['recorderKeys'],
  queryFn: ({ signal }) => call(recorderKeys.list, { signal }),
})

export function RecorderKeysSection({ userId }: { readonly userId: string }) {
  const t = useText()
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
    void showToast({ title: t('dashboard.keyRevoked'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-muted">{t('dashboard.keysWhy')}</p>
      {made && made.key !== null && (
        <NewKey
          key={made.id}
          name={made.name}
          text={made.key}
          userId={userId}
          onDone={() => setMade(null)}
        />
      )}
      <AccountContent query={query}>
        {(data) => <KeyList keys={data} onRevoke={setRevoked} />}
      </AccountContent>
      <CreateKey key={madeCount} onMade={show} />
      {revoked && (
        <ConfirmDialog
          title={t('dashboard.revokeKey', { name: revoked.name })}
          description={t('dashboard.revokeWhy')}
          cancelLabel={t('ui.cancel')}
          confirmLabel={t('dashboard.revoke')}
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
  const t = useText()
  if (keys.length === 0) return <p>{t('dashboard.noKeys')}</p>
  return (
    <ItemList
      label={t('dashboard.keys')}
      items={keys.map((key) => ({
        id: key.id,
        title: key.name,
        detail: [
          t('dashboard.created', { date: formatDate(key.createdAt, t.locale) }),
          key.lastUsedAt === null
            ? t('dashboard.neverUsed')
            : t('dashboard.lastUsed', { date: formatDateTime(key.lastUsedAt, t.locale) }),
        ].join(', '),
        action: (
          <Button
            look="danger"
            size="small"
            aria-label={`${t('dashboard.revoke')}: ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            {t('dashboard.revoke')}
          </Button>
        ),
      }))}
    />
  )
}

/** The one time a key is seen, with everything the recorder asks for. */
function NewKey({
  name,
  text,
  userId,
  onDone,
}: {
  readonly name: string
  readonly text: string
  readonly userId: string
  readonly onDone: () => void
}) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const command = `pitboard-recorder record --server ${location.origin} --user ${userId} --key ${text}`
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-secondary outline-none">
            {t('dashboard.keyCreated')}: {name}
          </h3>
          <p>{t('dashboard.keyOnce')}</p>
        </div>
        <CopyField label={t('dashboard.key')} value={text} />
        <CopyField label={t('dashboard.userId')} value={userId} />
        <CopyField label={t('dashboard.serverAddress')} value={location.origin} />
        <CopyField label={t('dashboard.command')} value={command} />
        <div>
          <Button onClick={onDone}>{t('dashboard.keyDone')}</Button>
        </div>
      </div>
    </Card>
  )
}
