import { account, type SignIn } from '@pitboard/contract/accounts/accounts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browserName } from '../../auth/browser-name.ts'
import { ACCOUNT } from '../../auth/service/account-user.ts'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { signInService } from '../../auth/start-session.ts'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/states/problem-text.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { AccountContent } from './account-content.tsx'

const signInList = queryOptions({
  queryKey: [...ACCOUNT.queryKey, 'signIns'],
  queryFn: ({ signal }) => call(account.signIns, { signal }),
})

export function SignInsSection() {
  const t = useText()
  const queries = useQueryClient()
  const query = useQuery(signInList)
  const end = useMutation({
    mutationFn: (id: string) => call(account.endSignIn, { params: { id } }),
    onSuccess: () => confirm(t('dashboard.signedOutThere')),
  })
  const endAllOthers = useMutation({
    mutationFn: endOthers,
    onSuccess: () => confirm(t('dashboard.signedOutOthers')),
  })
  const failure = end.error ?? endAllOthers.error

  async function confirm(title: string) {
    await queries.invalidateQueries(signInList)
    void showToast({ title, tone: 'good' })
  }

  return (
    <AccountContent query={query}>
      {(data) => {
        return (
          <div className="flex flex-col gap-4">
            {data.length > 0 && (
              <ItemList
                label={t('dashboard.signIns')}
                items={data.map((signIn) => ({
                  id: signIn.id,
                  title: (
                    <>
                      {nameOf(signIn, t)}
                      {signIn.isCurrent && <Badge tone="good">{t('dashboard.signInNow')}</Badge>}
                      {signIn.hasSecondFactor && <Badge>{t('dashboard.withSecondFactor')}</Badge>}
                    </>
                  ),
                  detail: detailOf(signIn, t),
                  action: !signIn.isCurrent && (
                    <Button
                      look="danger"
                      size="small"
                      loading={end.isPending && end.variables === signIn.id}
                      onClick={() => end.mutate(signIn.id)}
                    >
                      {t('dashboard.signOutThere')}
                    </Button>
                  ),
                }))}
              />
            )}
            <ProblemText>{failure && authErrorMessage(failure, t)}</ProblemText>
            {/* Other sign-in services list none, but can end them. */}
            {data.length !== 1 && (
              <div>
                <Button
                  look="danger"
                  loading={endAllOthers.isPending}
                  onClick={() => endAllOthers.mutate()}
                >
                  {t('dashboard.signOutOthers')}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </AccountContent>
  )
}

async function endOthers(): Promise<void> {
  const { client } = await signInService()
  const { error } = await client.auth.signOut({ scope: 'others' })
  if (error) throw error
}

function nameOf({ userAgent }: SignIn, t: Text): string {
  const { browser, system } = browserName(userAgent)
  if (browser !== null && system !== null) return t('dashboard.browserOn', { browser, system })
  return browser ?? system ?? t('dashboard.unknownBrowser')
}

function detailOf({ createdAt, lastSeenAt, ipAddress }: SignIn, t: Text): string {
  return [
    t('dashboard.signInSince', { date: formatDateTime(createdAt, t.locale) }),
    t('dashboard.signInSeen', { date: formatDateTime(lastSeenAt, t.locale) }),
    ...(ipAddress === null ? [] : [ipAddress]),
  ].join(', ')
}
