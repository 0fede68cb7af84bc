import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'
import { Button } from './button.tsx'

/** Puts a text into the clipboard; `label` says which. */
export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useText()
  const [copied, setCopied] = useState<string | null>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(value)
    } catch {
      // Pages from a plain http address have no clipboard: the text can still be selected.
      setCopied(null)
    }
  }
  return (
    <Button look="plain" onClick={() => void copy()} aria-label={`${t('ui.copy')}: ${label}`}>
      {t(copied === value ? 'ui.copied' : 'ui.copy')}
    </Button>
  )
}
