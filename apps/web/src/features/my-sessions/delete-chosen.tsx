import type { SessionSummary } from '@pitboard/contract/sessions/session'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { lazyDialog } from '../../ui/dialogs/dialog.tsx'

const LinkDialog = lazyDialog(async () => (await import('./link-dialog.tsx')).LinkDialog)

export function LinkChosen({ chosen }: { readonly chosen: readonly SessionSummary[] }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => setOpen(true)}>
        {t('recordings.link')}
      </Button>
      {open && <LinkDialog chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  )
}

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

interface DeleteChosenProps {
  readonly chosen: readonly SessionSummary[]
  readonly onDeleted: () => Promise<void>
}

export function DeleteChosen({ chosen, onDeleted }: DeleteChosenProps) {
  const t = useText()
  /**
   * The question keeps the sessions of the moment when it was asked: a deleted session leaves the page while the
   * question is open.
   */
  const [asked, setAsked] = useState<readonly SessionSummary[] | null>(null)
  return (
    <>
      <Button look="danger" disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
        {t('recordings.delete')}
      </Button>
      {asked && (
        <DeleteDialog chosen={asked} onDeleted={onDeleted} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
