import { account } from '@pitboard/contract/accounts/accounts'
import { useState } from 'react'
import { authErrorMessage } from '../../auth/service/error-messages.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** One file of what the server keeps about the user. */
export function DataSection() {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function download() {
    setBusy(true)
    setProblem(null)
    try {
      const data = await call(account.export)
      saveFile(
        `pitboard-${data.profile.username ?? data.profile.id}.json`,
        JSON.stringify(data, null, 2),
      )
    } catch (error) {
      setProblem(authErrorMessage(error, text))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-muted">{text('dashboard.dataWhy')}</p>
      <Button loading={busy} onClick={() => void download()}>
        {text('dashboard.downloadData')}
      </Button>
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

function saveFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
