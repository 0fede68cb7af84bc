import type { SessionSummary } from '@pitboard/contract/session'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../messages/use-text.ts'
import { Button } from '../../../ui/button.tsx'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

export function LinkChosen({ chosen }: { readonly chosen: readonly SessionSummary[] }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button disabled={chosen.length === 0} onClick={() => setOpen(true)}>
        {text('recordings.link')}
      </Button>
      {open && (
        <Suspense>
          <LinkDialog chosen={chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
