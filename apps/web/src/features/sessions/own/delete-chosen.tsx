import type { SessionSummary } from '@pitboard/contract/session'
import { useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteSessions } from './delete-sessions.ts'

interface DeleteChosenProps {
  readonly chosen: readonly SessionSummary[]
  readonly onDeleted: () => Promise<void>
}

export function DeleteChosen({ chosen, onDeleted }: DeleteChosenProps) {
  const text = useText()
  const [asking, setAsking] = useState(false)
  const count = chosen.length
  return (
    <>
      <Button look="danger" disabled={count === 0} onClick={() => setAsking(true)}>
        {text('recordings.delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text('recordings.deleteAsk', { count })}
          description={text('recordings.deleteWhat')}
          cancelLabel={text('recordings.keep')}
          confirmLabel={text('recordings.delete')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const problem = await deleteSessions(chosen, text)
            await onDeleted()
            return problem
          }}
        />
      )}
    </>
  )
}
