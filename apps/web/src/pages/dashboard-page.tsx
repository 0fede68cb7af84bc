import { useText } from '../messages/use-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/shell/page-title.tsx'

/** Every page of the dashboard, as long as nobody can sign in to see one. */
export function DashboardPage() {
  const text = useText()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page={text('account.dashboard')} />
      <h1 className="text-4xl">{text('account.dashboard')}</h1>
      <EmptyState title={text('account.dashboardEmpty')}>
        {text('account.dashboardEmptyWhy')}
      </EmptyState>
    </div>
  )
}
