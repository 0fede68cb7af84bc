import { useState } from 'react'
import { providerAddress, providerName } from '../../auth/service/provider.ts'
import { signInService } from '../../auth/start-session.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'

/** The other sites by which one can sign in. */
export function ProviderButtons({
  providers,
  returnTo,
}: {
  readonly providers: readonly string[]
  readonly returnTo: string
}) {
  const text = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  async function leave(provider: string) {
    setChosen(provider)
    const { server } = await signInService()
    location.assign(providerAddress(server, provider, returnTo))
  }
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {providers.map((provider) => (
        <li key={provider} className="grid">
          <Button loading={chosen === provider} onClick={() => void leave(provider)}>
            {text('account.withProvider', { provider: providerName(provider) })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
