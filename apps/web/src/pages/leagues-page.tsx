import { useText } from '../messages/use-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'

export function LeaguesPage() {
  const text = useText()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={text('leagues.title')} />
      <h1 className="text-4xl">{text('leagues.title')}</h1>
      <EmptyState
        title={text('leagues.none')}
        action={<ButtonLink to="/live">{text('leagues.watch')}</ButtonLink>}
      >
        {text('leagues.noneWhy')}
      </EmptyState>
    </div>
  )
}
