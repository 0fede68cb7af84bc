import { useEffect } from 'react'
import { useAccount } from '../../auth/account.ts'
import { reloadProfile } from '../../auth/start-session.ts'
import { UsernameForm } from '../../features/profile/username-form.tsx'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'

export function ProfileInitPage() {
  const t = useText()
  const session = useAccount()

  // The name may have been unreadable a moment ago; with a name, the route leads on.
  useEffect(() => void reloadProfile(), [])

  if (!session) return null
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 py-4 wide:py-10">
      <PageTitle page={t('dashboard.chooseName')} />
      <h1>{t('dashboard.chooseName')}</h1>
      <p className="text-muted">{t('dashboard.chooseNameHow')}</p>
      <Card>
        <div className="sm:p-2">
          <UsernameForm
            userId={session.userId}
            username={session.username}
            submitLabel={t('dashboard.goOn')}
            takesFocus
            onSaved={() => {}}
          />
        </div>
      </Card>
    </div>
  )
}
