import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import type { SiteOperation } from '@pitboard/contract/site/operation'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '../../auth/account.ts'
import { liveList } from '../../features/live-list/live-queries.ts'
import { FailedMessages } from '../../features/operation/failed-messages.tsx'
import { InstalledVersions } from '../../features/operation/installed-versions.tsx'
import { LiveSessions } from '../../features/operation/live-sessions.tsx'
import { siteOperation } from '../../features/operation/operation-queries.ts'
import { QueueTable } from '../../features/operation/queue-table.tsx'
import { SiteFigures } from '../../features/operation/site-figures.tsx'
import { StorageUse } from '../../features/operation/storage-use.tsx'
import { UserList } from '../../features/operation/user-list.tsx'
import { useText } from '../../messages/use-text.ts'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Section } from '../../ui/section.tsx'
import { PageTitle } from '../../ui/shell/not-found.tsx'
import { PageContent, QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { pageNumber } from '../page-number.ts'

/** The server answers 404 to everybody but operators. */
export function OperationPage() {
  return (
    <PageContent query={useQuery(siteOperation)}>{(site) => <Operation site={site} />}</PageContent>
  )
}

function Operation({ site }: { readonly site: SiteOperation }) {
  const t = useText()
  return (
    <div className="flex flex-col gap-9">
      <PageTitle page={t('operation.title')} />
      <div className="flex flex-col gap-6">
        <h1>{t('operation.title')}</h1>
        <SiteFigures site={site} />
      </div>
      <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-9">
          <Users />
          <Section title={t('operation.storage')} anchor="storage">
            <StorageUse storage={site.storage} />
          </Section>
          <Live />
          <Section title={t('operation.version')} anchor="version">
            <InstalledVersions version={site.version} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-9">
          <Section title={t('operation.jobs')} anchor="jobs">
            <QueueTable queues={site.queues} />
          </Section>
          <Section title={t('operation.messages')} anchor="mails">
            <FailedMessages messages={site.messages} />
          </Section>
        </div>
      </div>
    </div>
  )
}

function Users() {
  const t = useText()
  const account = useAccount()
  const navigate = useNavigate({ from: '/dashboard/operation' })
  const { search, page } = useSearch({ from: '/dashboard/operation' })
  return (
    <Section title={t('operation.users')} anchor="users">
      <div className="flex flex-col gap-4">
        <SearchBox
          label={t('operation.search')}
          search={search}
          maxLength={TEXT_MAX.search}
          onSearch={(typed) =>
            void navigate({ search: { search: typed, page: '' }, replace: true })
          }
        />
        <UserList
          ownId={account?.userId}
          search={search}
          page={pageNumber(page)}
          onPage={(next) => void navigate({ search: { search, page: String(next) } })}
        />
      </div>
    </Section>
  )
}

function Live() {
  const t = useText()
  return (
    <Section title={t('operation.live')} anchor="live">
      <QueryContent query={useQuery(liveList)} placeholder={<Skeleton className="h-40" />}>
        {(sessions) => <LiveSessions sessions={sessions} />}
      </QueryContent>
    </Section>
  )
}
