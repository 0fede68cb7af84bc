import type { SessionSummary } from '@pitboard/contract/session'
import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog, {
  fallback: null,
})

export function LinkChosen({ chosen }: { readonly chosen: readonly SessionSummary[] }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => setOpen(true)}>
        {text('recordings.link')}
      </Button>
      {open && <LinkDialog chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  )
}
