import { useState } from 'react'
import { errorWords } from '../../auth/service/error-messages.ts'
import { signInWithPasskey } from '../../auth/service/passkey.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'

/** Signs in without a password, where the browser and the service know passkeys. */
export function PasskeyButton() {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function signIn() {
    setBusy(true)
    setError(null)
    try {
      await signInWithPasskey()
    } catch (failure) {
      setError(errorWords(failure, text))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-2">
      <Button loading={busy} onClick={() => void signIn()}>
        {text('account.withPasskey')}
      </Button>
      {error !== null && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
