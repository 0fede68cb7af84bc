import type { User, UserIdentity } from '@supabase/supabase-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { beginSignIn } from '../../auth/begun-sign-ins.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authRequest, textField } from '../../auth/service/auth-request.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { providerName } from '../../auth/service/provider.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'

export function IdentitiesSection({
  user,
  providers,
}: {
  readonly user: User
  /** The sign-in service offers these. */
  readonly providers: readonly string[]
}) {
  const t = useText()
  const queries = useQueryClient()
  const link = useMutation({ mutationFn: linkTo })
  const unlink = useMutation({
    async mutationFn(identity: UserIdentity) {
      const { client } = await signInService()
      const { error } = await client.auth.unlinkIdentity(identity)
      if (error) throw error
      await queries.invalidateQueries(ACCOUNT)
      void showToast({ title: t('dashboard.unlinked'), tone: 'good' })
    },
  })
  const failure = link.error ?? unlink.error
  const problem = failure && authErrorMessage(failure, t)
  const identities = (user.identities ?? []).filter(({ provider }) => provider !== 'email')
  const unlinked = providers.filter((name) => !identities.some(({ provider }) => provider === name))

  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t('dashboard.identitiesWhy')}</p>
      {identities.length > 0 && (
        <ItemList
          label={t('dashboard.identities')}
          items={identities.map((identity) => ({
            id: identity.identity_id,
            title: providerName(identity.provider),
            detail: t('dashboard.linked', { name: nameOf(identity) }),
            action: (
              <Button
                look="danger"
                size="small"
                loading={unlink.isPending && unlink.variables.identity_id === identity.identity_id}
                onClick={() => unlink.mutate(identity)}
              >
                {t('dashboard.unlink')}
              </Button>
            ),
          }))}
        />
      )}
      <ProblemText>{problem}</ProblemText>
      <div className="flex flex-wrap gap-2">
        {unlinked.map((provider) => (
          <Button
            key={provider}
            loading={link.isPending && link.variables === provider}
            onClick={() => link.mutate(provider)}
          >
            {t('dashboard.link', { provider: providerName(provider) })}
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
