import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { CreateLeague } from '../../features/league-editor/create-league.tsx'
import { useText } from '../../messages/use-text.ts'
import { PageTitle } from '../../ui/shell/not-found.tsx'

export function LeagueCreatePage() {
  const t = useText()
  const navigate = useNavigate()
  const account = useAccount()
  if (!account) return null
  return (
    <div className="flex flex-col gap-5">
      <PageTitle page={t('organiser.newLeague')} />
      <h1>{t('organiser.newLeague')}</h1>
      <CreateLeague
        owner={{ ownerId: account.userId, ownerName: account.username }}
        onMade={({ id }) =>
          void navigate({ to: '/dashboard/leagues/$leagueId/edit', params: { leagueId: id } })
        }
      />
    </div>
  )
}
