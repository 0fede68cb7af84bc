import type { User, UserIdentity } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { providerName } from '../../auth/service/provider.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'

export function IdentitiesSection({
  user,
  providers,
}: {
  readonly user: User
  /** Those the service offers. */
  readonly providers: readonly string[]
}) {
  const text = useText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const identities = (user.identities ?? []).filter(({ provider }) => provider !== 'email')
  const unlinked = providers.filter((name) => !identities.some(({ provider }) => provider === name))

  async function attempt(what: string, work: () => Promise<void>) {
    setBusy(what)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(authErrorMessage(error, text))
    } finally {
      setBusy(null)
    }
  }

  async function unlink(identity: UserIdentity) {
    const { client } = await signInService()
    const { error } = await client.auth.unlinkIdentity(identity)
    if (error) throw error
    await queries.invalidateQueries(ACCOUNT)
    void showToast({ title: text('dashboard.unlinked'), tone: 'good' })
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{text('dashboard.identitiesWhy')}</p>
      {identities.length > 0 && (
        <ItemList
          label={text('dashboard.identities')}
          items={identities.map((identity) => ({
            id: identity.identity_id,
            title: providerName(identity.provider),
            detail: text('dashboard.linked', { name: nameOf(identity) }),
            action: (
              <Button
                look="danger"
                size="small"
                loading={busy === identity.identity_id}
                onClick={() => void attempt(identity.identity_id, () => unlink(identity))}
              >
                {text('dashboard.unlink')}
              </Button>
            ),
          }))}
        />
      )}
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {unlinked.map((provider) => (
          <Button
            key={provider}
            loading={busy === provider}
            onClick={() => void attempt(provider, () => linkTo(provider))}
          >
            {text('dashboard.link', { provider: providerName(provider) })}
          </Button>
        ))}
      </div>
    </div>
  )
}

async function linkTo(provider: string): Promise<void> {
  const query = new URLSearchParams({
    provider,
    redirect_to: beginSignIn(`${location.origin}/dashboard/settings#identities`),
    skip_http_redirect: 'true',
  })
  const answer = await authRequest('GET', `user/identities/authorize?${query}`)
  location.assign(textField(answer, 'url'))
}

function nameOf({ identity_data: data, id }: UserIdentity): string {
  for (const name of ['preferred_username', 'user_name', 'name', 'full_name', 'email']) {
    const value = textField(data, name)
    if (value !== '') return value
  }
  return id
}
