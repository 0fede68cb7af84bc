import { type OperatedUser, operation } from '@pitboard/contract/site/operation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { operatedUsers, USERS_PER_PAGE } from './operation-queries.ts'

interface UserListProps {
  /** The operator looks at it. */
  readonly ownId: string | undefined
  readonly search: string
  readonly page: number
  readonly onPage: (page: number) => void
}

/** Lists accounts that the search finds, each of which can be blocked. */
export function UserList({ ownId, search, page, onPage }: UserListProps) {
  const t = useText()
  const [asked, setAsked] = useState<OperatedUser | null>(null)
  return (
    <QueryContent
      query={useQuery(operatedUsers({ search, page }))}
      placeholder={<Skeleton className="h-96" />}
    >
      {({ users, totalElements: count }) => (
        <div className="flex flex-col gap-4">
          <p role="status" className="text-muted">
            {t('operation.found', { count })}
          </p>
          {users.length === 0 ? (
            <EmptyState title={t('operation.nobody')}>{t('operation.nobodyWhy')}</EmptyState>
          ) : (
            <ItemList
              label={t('operation.users')}
              items={users.map((user) => ({
                id: user.id,
                title: <UserName user={user} isOwn={user.id === ownId} />,
                detail: detailOf(user, t),
                action: !user.isOperator && (
                  <BlockButton user={user} onClick={() => setAsked(user)} />
                ),
              }))}
            />
          )}
          <Pagination page={page} totalPages={Math.ceil(count / USERS_PER_PAGE)} onPage={onPage} />
          {asked && <AskBlock user={asked} onClose={() => setAsked(null)} />}
        </div>
      )}
    </QueryContent>
  )
}

function UserName({ user, isOwn }: { readonly user: OperatedUser; readonly isOwn: boolean }) {
  const t = useText()
  const badge = isOwn ? t('operation.you') : t('operation.operator')
  return (
    <>
      <TextLink to="/user/$userId" params={{ userId: user.id }}>
        {nameOf(user, t)}
      </TextLink>
      {user.isOperator && <Badge tone="strong">{badge}</Badge>}
      {user.blockedUntil !== null && <Badge tone="bad">{t('operation.blocked')}</Badge>}
      {user.email !== null && !user.isEmailConfirmed && (
        <Badge tone="warning">{t('operation.unconfirmed')}</Badge>
      )}
    </>
  )
}

interface BlockButtonProps {
  readonly user: OperatedUser
  readonly onClick: () => void
}

function BlockButton({ user, onClick }: BlockButtonProps) {
  const t = useText()
  const isBlocked = user.blockedUntil !== null
  const label = t(isBlocked ? 'operation.unblock' : 'operation.block')
  return (
    <Button
      look={isBlocked ? 'secondary' : 'danger'}
      size="small"
      aria-label={`${label}: ${nameOf(user, t)}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

interface AskBlockProps {
  readonly user: OperatedUser
  readonly onClose: () => void
}

function AskBlock({ user, onClose }: AskBlockProps) {
  const t = useText()
  const queries = useQueryClient()
  const [isBlocked] = useState(user.blockedUntil !== null)
  const name = nameOf(user, t)

  async function change() {
    const endpoint = isBlocked ? operation.unblock : operation.block
    await call(endpoint, { params: { userId: user.id } })
    await queries.invalidateQueries({ queryKey: ['operation'] })
    const title = t(isBlocked ? 'operation.isUnblocked' : 'operation.isBlocked')
    void showToast({ title, tone: 'good' })
  }

  return (
    <ConfirmDialog
      title={t(isBlocked ? 'operation.unblockUser' : 'operation.blockUser', { name })}
      description={t(isBlocked ? 'operation.unblockWhy' : 'operation.blockWhy')}
      cancelLabel={t('ui.cancel')}
      confirmLabel={t(isBlocked ? 'operation.unblock' : 'operation.block')}
      look={isBlocked ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={change}
    />
  )
}

function nameOf({ username }: OperatedUser, t: Text): string {
  return username ?? t('operation.unnamed')
}

function detailOf({ email, createdAt, lastSignInAt }: OperatedUser, t: Text): string {
  return [
    ...(email === null ? [] : [email]),
    t('operation.since', { date: formatDate(createdAt, t.locale) }),
    ...(lastSignInAt === null
      ? []
      : [t('operation.signedIn', { date: formatDateTime(lastSignInAt, t.locale) })]),
  ].join(', ')
}
