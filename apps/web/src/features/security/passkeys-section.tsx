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
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(passkeyList)
  const addition = useMutation({
    async mutationFn() {
      await addPasskey()
      await queries.invalidateQueries(passkeyList)
      void showToast({ title: t('dashboard.passkeyAdded'), tone: 'good' })
    },
  })
  const [removed, setRemoved] = useState<Passkey | null>(null)

  async function remove({ id }: Passkey) {
    await removePasskey(id)
    await queries.invalidateQueries(passkeyList)
    void showToast({ title: t('dashboard.passkeyRemoved'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('dashboard.passkeysWhy')}</p>
      <AccountContent query={query}>
        {(data) =>
          data.length === 0 ? (
            <p>{t('dashboard.noPasskeys')}</p>
          ) : (
            <ItemList
              label={t('dashboard.passkeys')}
              items={data.map((passkey) => ({
                id: passkey.id,
                title: passkey.name || t('dashboard.passkey'),
                detail: [
                  t('dashboard.addedOn', { date: formatDate(passkey.createdAt, t.locale) }),
                  passkey.lastUsedAt === null
                    ? t('dashboard.neverUsed')
                    : t('dashboard.lastUsed', {
                        date: formatDateTime(passkey.lastUsedAt, t.locale),
                      }),
                ].join(', '),
                action: (
                  <Button look="danger" size="small" onClick={() => setRemoved(passkey)}>
                    {t('dashboard.remove')}
                  </Button>
                ),
              }))}
            />
          )
        }
      </AccountContent>
      <ProblemText>{addition.error && authErrorMessage(addition.error, t)}</ProblemText>
      <div>
        <Button loading={addition.isPending} onClick={() => addition.mutate()}>
          {t('dashboard.addPasskey')}
        </Button>
      </div>
      {removed && (
        <ConfirmDialog
          title={t('dashboard.removePasskey')}
          description={t('dashboard.removePasskeyWhy')}
          cancelLabel={t('ui.cancel')}
          confirmLabel={t('dashboard.remove')}
          onClose={() => setRemoved(null)}
          onConfirm={() => remove(removed)}
          errorMessage={authErrorMessage}
        />
      )}
    </div>
  )
}
