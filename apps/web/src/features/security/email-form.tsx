import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { callAuth } from '../../auth/service/auth-request.ts'
import { authFormErrors } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import type { FormValues } from '../../ui/forms/form-fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/toast/toast.ts'

/** The address changes once the links in both mails are opened. */
export function EmailForm({ user }: { readonly user: User }) {
  const t = useText()
  const queries = useQueryClient()

  async function change({ newEmail: email }: FormValues<'newEmail'>) {
    const emailRedirectTo = beginSignIn(`${location.origin}/dashboard/settings`)
    await callAuth((auth) => auth.updateUser({ email }, { emailRedirectTo }))
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: t('dashboard.emailAsked'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {user.email ? t('dashboard.emailNow', { email: user.email }) : t('dashboard.noEmail')}
      </p>
      {user.new_email !== undefined && user.new_email !== '' && (
        <p role="note" className="border-l-4 border-secondary bg-panel px-3 py-2 wrap-anywhere">
          {t('dashboard.emailPending', { email: user.new_email })}
        </p>
      )}
      <Form
        label={t('dashboard.email')}
        submitLabel={t('dashboard.changeEmail')}
        submitLook="secondary"
        fields={[
          {
            kind: 'email',
            name: 'newEmail',
            autoComplete: 'email',
            label: t('dashboard.newEmail'),
            check: (email) => !/^[^\s@]+@[^\s@]+$/.test(email) && t('account.emailInvalid'),
          },
        ]}
        onSubmit={change}
        errorsOf={authFormErrors({}, 'newEmail')}
      />
    </div>
  )
}
