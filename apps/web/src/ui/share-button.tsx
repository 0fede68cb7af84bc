import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { Button } from './button.tsx'

/** Puts the address of something into the clipboard. */
export function ShareButton({ address }: { readonly address: string }) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // Pages from a plain http address have no clipboard: the address bar has it, too.
      setCopied(false)
    }
  }
  return (
    <Button look="plain" onClick={() => void copy()}>
      {text(isCopied ? 'ui.copied' : 'ui.copyLink')}
    </Button>
  )
}
