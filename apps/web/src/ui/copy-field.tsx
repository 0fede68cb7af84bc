import { useState } from 'react'
import { useText } from '../messages/use-text.ts'
import { Button } from './button.tsx'

/** Something to take along as it stands. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const text = useText()
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
    <div className="flex flex-col gap-1.5">
      <p className="text-small text-muted">{label}</p>
      <div className="flex flex-wrap items-stretch gap-2">
        <code className="flex min-w-0 flex-1 basis-44 items-center rounded-m border border-line-strong bg-page px-3 py-2 font-code text-small break-all select-all">
          {value}
        </code>
        <Button onClick={() => void copy()} aria-label={`${text('ui.copy')}: ${label}`}>
          {text(copied === value ? 'ui.copied' : 'ui.copy')}
        </Button>
      </div>
    </div>
  )
}
