import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { entryOf, Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { showToast } from '../../ui/toast/toast.ts'

/** The address changes once the mails that this sends have been answered. */
export function EmailForm({ user }: { readonly user: User }) {
  const text = useText()
  const queries = useQueryClient()

  async function change(entries: FormData) {
    const email = entryOf(entries, 'newEmail').trim()
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { newEmail: text('account.emailInvalid') }
    try {
      const { client } = await signInService()
      const { error } = await client.auth.updateUser(
        { email },
        { emailRedirectTo: beginSignIn(`${location.origin}/dashboard/settings`) },
      )
      if (error) return { newEmail: authErrorMessage(error, text) }
      await queries.invalidateQueries(ACCOUNT)
      void showToast({ title: text('dashboard.emailAsked'), tone: 'good' })
      return null
    } catch (error) {
      return { form: authErrorMessage(error, text) }
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {user.email ? text('dashboard.emailNow', { email: user.email }) : text('dashboard.noEmail')}
      </p>
      {user.new_email !== undefined && user.new_email !== '' && (
        <p role="note" className="border-l-4 border-secondary bg-panel px-3 py-2 wrap-anywhere">
          {text('dashboard.emailPending', { email: user.new_email })}
        </p>
      )}
      <Form
        label={text('dashboard.email')}
        submitLabel={text('dashboard.changeEmail')}
        submitLook="secondary"
        onSubmit={change}
      >
        {(errors) => (
          <TextField
            name="newEmail"
            type="email"
            label={text('dashboard.newEmail')}
            autoComplete="email"
            error={errors.newEmail}
          />
        )}
      </Form>
    </div>
  )
}
