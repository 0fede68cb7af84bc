import { useText } from '../messages/use-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'

/** The dashboard's pages of sessions, leagues and seasons, as long as those are only shown. */
export function DashboardEmptyPage() {
  const text = useText()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={text('dashboard.title')} />
      <h1 className="text-4xl">{text('dashboard.title')}</h1>
      <EmptyState title={text('dashboard.empty')}>{text('dashboard.emptyWhy')}</EmptyState>
    </div>
  )
}
