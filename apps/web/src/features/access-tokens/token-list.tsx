import {
  type PersonalAccessToken,
  personalAccessTokens,
} from '@pitboard/contract/accounts/personal-access-tokens'
import type { TokenScope } from '@pitboard/contract/wire/token-scopes'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { PlainKey, Text } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDate, formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ItemList } from '../../ui/lists/item-list.tsx'
import { showToast } from '../../ui/toast/toast.ts'

export const tokenList = queryOptions({
  queryKey: ['accessTokens'],
  queryFn: ({ signal }) => call(personalAccessTokens.list, { signal }),
})

const SCOPE_NAMES: Readonly<Record<TokenScope, PlainKey>> = {
  'data:read': 'dashboard.tokenMayRead',
  'sessions:write': 'dashboard.tokenMayChangeSessions',
  'leagues:write': 'dashboard.tokenMayChangeLeagues',
}

/** Tokens of the user, each of which they can revoke. */
export function TokenList({
  tokens,
  onRevoked,
}: {
  readonly tokens: readonly PersonalAccessToken[]
  readonly onRevoked?: (id: string) => void
}) {
  const text = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<PersonalAccessToken | null>(null)

  async function revoke({ id }: PersonalAccessToken) {
    await call(personalAccessTokens.revoke, { params: { id } })
    onRevoked?.(id)
    await queries.invalidateQueries(tokenList)
    void showToast({ title: text('dashboard.tokenRevoked'), tone: 'good' })
  }

  if (tokens.length === 0) return <p>{text('dashboard.tokenNone')}</p>
  return (
    <>
      <ItemList
        label={text('dashboard.tokenTitle')}
        items={tokens.map((token) => ({
          id: token.id,
          title: (
            <>
              {token.name}
              {isExpired(token) && <Badge>{text('dashboard.tokenExpired')}</Badge>}
              {token.scopes.map((scope) => (
                <Badge key={scope}>{text(SCOPE_NAMES[scope])}</Badge>
              ))}
            </>
          ),
          detail: detailOf(token, text),
          action: (
            <Button
              look="danger"
              size="small"
              aria-label={`${text('dashboard.tokenRevoke')}: ${token.name}`}
              onClick={() => setAsked(token)}
            >
              {text('dashboard.tokenRevoke')}
            </Button>
          ),
        }))}
      />
      {asked && (
        <ConfirmDialog
          title={text('dashboard.tokenRevokeToken', { name: asked.name })}
          description={text('dashboard.tokenRevokeWhy')}
          cancelLabel={text('dashboard.tokenCancel')}
          confirmLabel={text('dashboard.tokenRevoke')}
          onClose={() => setAsked(null)}
          onConfirm={() => revoke(asked)}
        />
      )}
    </>
  )
}

function detailOf(token: PersonalAccessToken, text: Text): string {
  const { createdAt, expiresAt, lastUsedAt } = token
  return [
    text('dashboard.tokenCreatedOn', { date: formatDate(createdAt, text.locale) }),
    text(isExpired(token) ? 'dashboard.tokenExpiredOn' : 'dashboard.tokenExpiresOn', {
      date: formatDate(expiresAt, text.locale),
    }),
    lastUsedAt === null
      ? text('dashboard.tokenNeverUsed')
      : text('dashboard.tokenLastUsed', { date: formatDateTime(lastUsedAt, text.locale) }),
  ].join(', ')
}

function isExpired({ expiresAt }: PersonalAccessToken): boolean {
  return Date.parse(expiresAt) <= Date.now()
}
