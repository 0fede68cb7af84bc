import { useEffect, useState } from 'react'
import { errorWords } from '../../auth/service/error-messages.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  async function leave(provider: string) {
    setChosen(provider)
    setProblem(null)
    try {
      const { server } = await signInService()
      location.assign(providerAddress(server, provider, returnTo))
    } catch (error) {
      setChosen(null)
      setProblem(errorWords(error, text))
    }
  }
  // A page that the browser keeps is shown as it was left when the reader comes back to it.
  useEffect(() => {
    const reset = () => setChosen(null)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  return (
    <>
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {providers.map((provider) => (
          <li key={provider} className="grid">
            <Button loading={chosen === provider} onClick={() => void leave(provider)}>
              {text('account.withProvider', { provider: providerName(provider) })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
