import { useNavigate } from '@tanstack/react-router'
import { CreateLeague } from '../../features/league-editor/create-league.tsx'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'

export function LeagueCreatePage() {
  const text = useText()
  const navigate = useNavigate()
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PageTitle page={text('organiser.newLeague')} />
      <h1>{text('organiser.newLeague')}</h1>
      <Card>
        <div className="sm:p-2">
          <CreateLeague
            onMade={({ id }) =>
              void navigate({ to: '/dashboard/leagues/$leagueId/edit', params: { leagueId: id } })
            }
          />
        </div>
      </Card>
    </div>
  )
}
