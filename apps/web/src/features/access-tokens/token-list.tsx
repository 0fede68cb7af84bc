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

/** Lists the tokens of the user, each of which they can revoke. */
export function TokenList({
  tokens,
  onRevoked,
}: {
  readonly tokens: readonly PersonalAccessToken[]
  readonly onRevoked?: (id: string) => void
}) {
  const t = useText()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<PersonalAccessToken | null>(null)

  async function revoke({ id }: PersonalAccessToken) {
    await call(personalAccessTokens.revoke, { params: { id } })
    onRevoked?.(id)
    await queries.invalidateQueries(tokenList)
    void showToast({ title: t('dashboard.tokenRevoked'), tone: 'good' })
  }

  if (tokens.length === 0) return <p>{t('dashboard.tokenNone')}</p>
  return (
    <>
      <ItemList
        label={t('dashboard.tokenTitle')}
        items={tokens.map((token) => ({
          id: token.id,
          title: (
            <>
              {token.name}
              {isExpired(token) && <Badge>{t('dashboard.tokenExpired')}</Badge>}
              {token.scopes.map((scope) => (
                <Badge key={scope}>{t(SCOPE_NAMES[scope])}</Badge>
              ))}
            </>
          ),
          detail: detailOf(token, t),
          action: (
            <Button
              look="danger"
              size="small"
              aria-label={`${t('dashboard.tokenRevoke')}: ${token.name}`}
              onClick={() => setAsked(token)}
            >
              {t('dashboard.tokenRevoke')}
            </Button>
          ),
        }))}
      />
      {asked && (
        <ConfirmDialog
          title={t('dashboard.tokenRevokeToken', { name: asked.name })}
          description={t('dashboard.tokenRevokeWhy')}
          cancelLabel={t('dashboard.tokenCancel')}
          confirmLabel={t('dashboard.tokenRevoke')}
          onClose={() => setAsked(null)}
          onConfirm={() => revoke(asked)}
        />
      )}
    </>
  )
}

function detailOf(token: PersonalAccessToken, t: Text): string {
  const { createdAt, expiresAt, lastUsedAt } = token
  return [
    t('dashboard.tokenCreatedOn', { date: formatDate(createdAt, t.locale) }),
    t(isExpired(token) ? 'dashboard.tokenExpiredOn' : 'dashboard.tokenExpiresOn', {
      date: formatDate(expiresAt, t.locale),
    }),
    lastUsedAt === null
      ? t('dashboard.tokenNeverUsed')
      : t('dashboard.tokenLastUsed', { date: formatDateTime(lastUsedAt, t.locale) }),
  ].join(', ')
}

function isExpired({ expiresAt }: PersonalAccessToken): boolean {
  return Date.parse(expiresAt) <= Date.now()
}
