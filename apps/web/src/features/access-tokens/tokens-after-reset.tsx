import type { PersonalAccessToken } from '@pitboard/contract/accounts/personal-access-tokens'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { TokenList, tokenList } from './token-list.tsx'

interface TokensAfterResetProps {
  readonly onDone: () => void
}

/** After a password reset: the tokens that still work. Once none is left, the user goes on. */
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
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-subhead outline-none">
        {text('tokens.still')}
      </h2>
      <p className="text-muted">{text('tokens.stillWhy')}</p>
      <TokenList tokens={tokens} />
      <div>
        <Button look="primary" onClick={onDone}>
          {text('tokens.goOn')}
        </Button>
      </div>
    </>
  )
}
