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

/** The part of the settings in which users manage tokens for their programs. */
export function AccessTokensSection() {
  const text = useText()
  const { data, error, refetch } = useQuery(tokenList)
  const [created, setCreated] = useState<PersonalAccessToken | null>(null)
  const [count, setCount] = useState(0)

  function show(token: PersonalAccessToken) {
    setCreated(token)
    setCount((before) => before + 1)
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex max-w-prose flex-col gap-2 text-muted">
        <p>{text('tokens.why')}</p>
        <p>{text('tokens.stay')}</p>
      </div>
      {created && <NewToken key={created.id} token={created} onDone={() => setCreated(null)} />}
      {data && (
        <TokenList
          tokens={data}
          onRevoked={(id) => setCreated((shown) => (shown?.id === id ? null : shown))}
        />
      )}
      {!data && !error && <Skeleton className="h-16" />}
      {error && (
        <ErrorState
          title={text('tokens.failed')}
          error={new Error(authErrorMessage(error, text))}
          retry={() => void refetch()}
        />
      )}
      <CreateToken key={count} onCreated={show} />
    </div>
  )
}

/** The one time a token is shown. */
function NewToken({
  token,
  onDone,
}: {
  readonly token: PersonalAccessToken
  readonly onDone: () => void
}) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card raised>
      <div className="flex flex-col gap-4">
        <div>
          <h3 ref={heading} tabIndex={-1} className="text-secondary outline-none">
            {text('tokens.created')}: {token.name}
          </h3>
          <p>{text('tokens.once')}</p>
        </div>
        <CopyField label={text('tokens.token')} value={token.token ?? ''} />
        <div>
          <Button onClick={onDone}>{text('tokens.done')}</Button>
        </div>
      </div>
    </Card>
  )
}
