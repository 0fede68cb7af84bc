import type { Factor, User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { useAuthSettings } from '../../auth/service/auth-settings.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { RECOVERY_CODES } from '../../auth/service/recovery-codes.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { signInService } from '../../auth/start-session.ts'
import { hasWebAuthn } from '../../auth/service/webauthn.ts'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { AddAppDialog } from './add-app-dialog.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { AddPhoneDialog } from './add-phone-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

function kindOf({ factor_type: type }: Factor): PlainKey {
  if (type === 'webauthn') return 'dashboard.factorKey'
  return type === 'phone' ? 'dashboard.factorPhone' : 'dashboard.factorApp'
}

interface NamedFactor {
  readonly id: string
  readonly name: string
}

export function SecondFactorsSection({ user }: { readonly user: User }) {
  const t = useText()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'app' | 'key' | 'phone' | null>(null)
  const [removed, setRemoved] = useState<NamedFactor | null>(null)
  const settings = useAuthSettings()
  const hasTexts = typeof settings === 'object' && settings.hasTexts
  const verified = (user.factors ?? []).filter(({ status }) => status === 'verified')
  const factors = verified.filter(({ factor_type: type }) => type !== RECOVERY_CODES)
  const hasCodes = verified.length > factors.length

  async function remove(factor: NamedFactor) {
    await callAuth((auth) => auth.mfa.unenroll({ factorId: factor.id }))
    // The token names the factor until it is renewed.
    const { client } = await signInService()
    await client.auth.refreshSession()
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: t('dashboard.factorRemoved'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('dashboard.secondFactorsWhy')}</p>
      {factors.length === 0 ? (
        <p>{t('dashboard.noFactor')}</p>
      ) : (
        <ItemList
          label={t('dashboard.secondFactors')}
          items={factors.map(({ friendly_name: name = '', ...factor }) => ({
            id: factor.id,
            title: (
              <>
                {name}
                <Badge>{t(kindOf(factor))}</Badge>
              </>
            ),
            detail: t('dashboard.addedOn', { date: formatDate(factor.created_at, t.locale) }),
            action: (
              <Button
                look="danger"
                size="small"
                aria-label={`${t('dashboard.remove')}: ${name}`}
                onClick={() => setRemoved({ id: factor.id, name })}
              >
                {t('dashboard.remove')}
              </Button>
            ),
          }))}
        />
      )}
      {factors.length === 1 && !hasCodes && (
        <p role="note" className="border-l-4 border-secondary bg-panel px-3 py-2">
          {t('dashboard.oneFactorWarning')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('app')}>{t('dashboard.addApp')}</Button>
        {hasWebAuthn() && <Button onClick={() => setOpen('key')}>{t('dashboard.addKey')}</Button>}
        {hasTexts && <Button onClick={() => setOpen('phone')}>{t('dashboard.addPhone')}</Button>}
      </div>
      {(factors.length > 0 || hasCodes) && <RecoveryCodes hasCodes={hasCodes} />}
      {open === 'app' && <AddAppDialog onClose={() => setOpen(null)} />}
      {open === 'key' && <AddKeyDialog onClose={() => setOpen(null)} />}
      {open === 'phone' && <AddPhoneDialog onClose={() => setOpen(null)} />}
      {removed && (
        <ConfirmDialog
          title={t('dashboard.removeFactor', { name: removed.name })}
          description={t('dashboard.removeFactorWhy')}
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
