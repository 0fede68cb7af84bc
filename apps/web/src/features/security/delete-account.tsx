import { account, RECENT_SIGN_IN_SECONDS } from '@pitboard/contract/accounts/accounts'
import { ApiException } from '@pitboard/contract/wire/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '@supabase/supabase-js'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import type { Account } from '../../auth/account.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ProveIdentity } from './prove-identity.tsx'

interface DeleteAccountProps {
  readonly session: Account
  readonly user: User
  readonly onDeleted: () => void
}

export function DeleteAccount(props: DeleteAccountProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="max-w-prose text-muted">
        <p>{t('dashboard.deleteWhy')}</p>
        <WhatRemains />
      </div>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t('dashboard.deleteAccount')}
      </Button>
      {open && <DeleteDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

const deletionPreview = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'deletion'],
  queryFn: ({ signal }) => call(account.previewDeletion, { signal }),
})

/** Results of other leagues outlive the account, and the user's leagues may get another owner. */
function WhatRemains() {
  const t = useText()
  const { data } = useQuery(deletionPreview)
  if (!data) return null
  const { leagues, resultCount } = data
  return (
    <>
      {resultCount > 0 && (
        <p className="mt-2">{t('dashboard.deleteKeepsResults', { count: resultCount })}</p>
      )}
      {leagues.length > 0 && (
        <ul className="mt-2 list-disc pl-5 wrap-anywhere">
          {leagues.map(({ name, heirName }, index) => (
            <li key={index}>
              {heirName === null
                ? t('dashboard.deleteLeague', { league: name })
                : t('dashboard.deleteHandsOver', { league: name, heir: heirName })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Asks users to prove their identity, unless they did lately, and to type their name. */
function DeleteDialog({
  session,
  user,
  onDeleted,
  onClose,
}: DeleteAccountProps & { readonly onClose: () => void }) {
  const t = useText()
  const [needsProof, setNeedsProof] = useState(() => {
    const ageMs = Date.now() - session.provedAt.getTime()
    return ageMs > RECENT_SIGN_IN_SECONDS * 1000
  })

  async function remove() {
    try {
      await call(account.delete)
    } catch (error) {
      if (!(error instanceof ApiException) || error.status !== 403) throw error
      return setNeedsProof(true)
    }
    onDeleted()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(needsProof ? 'dashboard.proveIdentity' : 'dashboard.deleteAccount')}
      {...(!needsProof && { description: t('dashboard.deleteWhy') })}
    >
      {needsProof ? (
        <ProveIdentity user={user} onProved={async () => setNeedsProof(false)} />
      ) : (
        <Form
          label={t('dashboard.deleteAccount')}
          submitLabel={t('dashboard.deleteNow')}
          submitLook="danger"
          isDraft={false}
          onSubmit={remove}
          fields={[
            {
              kind: 'text',
              name: 'confirmation',
              label: t('dashboard.deleteConfirm', { name: session.username }),
              check: (typed) => typed !== session.username && t('dashboard.deleteMismatch'),
            },
          ]}
          errorsOf={authFormErrors()}
        />
      )}
    </Dialog>
  )
}
