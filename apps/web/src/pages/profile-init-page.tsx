import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../auth/session.ts'
import { reloadProfile } from '../auth/start-session.ts'
import { UsernameForm } from '../features/profile/username-form.tsx'
import { useText } from '../messages/use-text.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'

export function ProfileInitPage() {
  const text = useText()
  const navigate = useNavigate()
  const session = useSession()
  const wanted = useRouterState({ select: ({ location }) => location.state.wanted })
  const isNamed = session !== null && session.username !== ''

  // He may have a name that could not be read a moment ago.
  useEffect(() => void reloadProfile(), [])
  useEffect(() => {
    if (isNamed) void navigate({ href: wanted ?? '/dashboard', replace: true })
  }, [isNamed, navigate, wanted])

  if (!session) return null
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 py-4 wide:py-10">
      <PageTitle page={text('dashboard.chooseName')} />
      <h1 className="text-4xl">{text('dashboard.chooseName')}</h1>
      <p className="text-muted">{text('dashboard.chooseNameHow')}</p>
      <Card>
        <div className="sm:p-2">
          <UsernameForm
            userId={session.userId}
            username={session.username}
            submitLabel={text('dashboard.goOn')}
            onSaved={() => {}}
          />
        </div>
      </Card>
    </div>
  )
}
