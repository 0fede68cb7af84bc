import { useNavigate, useSearch } from '@tanstack/react-router'
import { CreateSeason } from '../features/seasons/create-season.tsx'
import { useText } from '../messages/use-text.ts'
import { Card } from '../ui/card.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'

export function SeasonCreatePage() {
  const text = useText()
  const navigate = useNavigate()
  const { seasonName } = useSearch({ from: '/dashboard/seasons/create' })
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PageTitle page={text('organiser.newSeason')} />
      <h1 className="text-4xl">{text('organiser.newSeason')}</h1>
      <Card>
        <div className="sm:p-2">
          <CreateSeason
            seasonName={seasonName}
            onMade={({ id }) =>
              void navigate({
                to: '/dashboard/seasons/$seasonId/edit',
                params: { seasonId: id },
                search: { part: '' },
              })
            }
          />
        </div>
      </Card>
    </div>
  )
}
