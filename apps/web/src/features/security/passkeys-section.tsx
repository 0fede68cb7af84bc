import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  type Passkey,
} from '../../auth/service/passkey.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { AccountContent } from './account-content.tsx'

const passkeyList = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'passkeys'],
  queryFn: listPasskeys,
})

export function PasskeysSection() {
  const text = useText()
  const queries = useQueryClient()
  const query = useQuery(passkeyList)
  const addition = useMutation({
    async mutationFn() {
      await addPasskey()
      await queries.invalidateQueries(passkeyList)
      void showToast({ title: text('dashboard.passkeyAdded'), tone: 'good' })
    },
  })
  const [removed, setRemoved] = useState<Passkey | null>(null)

  async function remove({ id }: Passkey) {
    await removePasskey(id)
    await queries.invalidateQueries(passkeyList)
    void showToast({ title: text('dashboard.passkeyRemoved'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{text('dashboard.passkeysWhy')}</p>
      <AccountContent query={query}>
        {(data) =>
          data.length === 0 ? (
            <p>{text('dashboard.noPasskeys')}</p>
          ) : (
            <ItemList
              label={text('dashboard.passkeys')}
              items={data.map((passkey) => ({
                id: passkey.id,
                title: passkey.name || text('dashboard.passkey'),
                detail: [
                  text('dashboard.addedOn', { date: formatDate(passkey.createdAt, text.locale) }),
                  passkey.lastUsedAt === null
                    ? text('dashboard.neverUsed')
                    : text('dashboard.lastUsed', {
                        date: formatDateTime(passkey.lastUsedAt, text.locale),
                      }),
                ].join(', '),
                action: (
                  <Button look="danger" size="small" onClick={() => setRemoved(passkey)}>
                    {text('dashboard.remove')}
                  </Button>
                ),
              }))}
            />
          )
        }
      </AccountContent>
      <ProblemText>{addition.error && authErrorMessage(addition.error, text)}</ProblemText>
      <div>
        <Button loading={addition.isPending} onClick={() => addition.mutate()}>
          {text('dashboard.addPasskey')}
        </Button>
      </div>
      {removed && (
        <ConfirmDialog
          title={text('dashboard.removePasskey')}
          description={text('dashboard.removePasskeyWhy')}
          cancelLabel={text('dashboard.cancel')}
          confirmLabel={text('dashboard.remove')}
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed)}
          errorMessage={authErrorMessage}
        />
      )}
    </div>
  )
}
