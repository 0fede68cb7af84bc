import type { PersonalAccessToken } from '@pitboard/contract/accounts/personal-access-tokens'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { CreateToken } from './create-token.tsx'
import { TokenList, tokenList } from './token-list.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'

/** Users manage tokens for their programs in this part of the settings. */
export function AccessTokensSection() {
  const t = useText()
  const query = useQuery(tokenList)
  const [created, setCreated] = useState<PersonalAccessToken | null>(null)
  const [count, setCount] = useState(0)

  function show(token: PersonalAccessToken) {
    setCreated(token)
    setCount((before) => before + 1)
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex max-w-prose flex-col gap-2 text-muted">
        <p>{t('dashboard.tokenWhy')}</p>
        <p>{t('dashboard.tokenStay')}</p>
      </div>
      {created && created.token !== null && (
        <NewToken
          key={created.id}
          name={created.name}
          text={created.token}
          onDone={() => setCreated(null)}
        />
      )}
      <QueryContent
        query={query}
        placeholder={<Skeleton className="h-16" />}
        renderError={(error, retry) => (
          <ErrorState
            title={t('dashboard.tokenFailed')}
            error={new Error(authErrorMessage(error, t))}
            retry={retry}
          />
        )}
      >
        {(data) => (
          <TokenList
            tokens={data}
            onRevoked={(id) => setCreated((shown) => (shown?.id === id ? null : shown))}
          />
        )}
      </QueryContent>
      <CreateToken key={count} onCreated={show} />
    </div>
  )
}

/** The one time a token is shown. */
function NewToken({
  name,
  text,
  onDone,
}: {
  readonly name: string
  readonly text: string
  readonly onDone: () => void
}) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-secondary outline-none">
            {t('dashboard.tokenCreated')}: {name}
          </h3>
          <p>{t('dashboard.tokenOnce')}</p>
        </div>
        <CopyField label={t('dashboard.tokenText')} value={text} />
        <div>
          <Button onClick={onDone}>{t('dashboard.tokenDone')}</Button>
        </div>
      </div>
    </Card>
  )
}

interface TokensAfterResetProps {
  readonly onDone: () => void
}

/** Shows the tokens that still work after a password reset. Once none is left, the user goes on. */
export function TokensAfterReset({ onDone }: TokensAfterResetProps) {
  const { data, isError } = useQuery(tokenList)
  const isOver = isError || data?.length === 0
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, onDone])
  if (data === undefined || isOver) return <Skeleton className="h-40" />
  return <LeftTokens tokens={data} onDone={onDone} />
}

function LeftTokens({
  tokens,
  onDone,
}: TokensAfterResetProps & { readonly tokens: readonly PersonalAccessToken[] }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-subhead outline-none">
        {t('dashboard.tokenStill')}
      </h2>
      <p className="text-muted">{t('dashboard.tokenStillWhy')}</p>
      <TokenList tokens={tokens} />
      <div>
        <Button look="primary" onClick={onDone}>
          {t('dashboard.tokenGoOn')}
        </Button>
      </div>
    </>
  )
}
