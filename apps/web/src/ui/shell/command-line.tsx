import { useState } from 'react'
import { useText } from '../../messages/use-text.ts'

/** A command to type, with a button that copies it. */
export function CommandLine({ command }: { readonly command: string }) {
  const text = useText()
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(command)
    setCopied(true)
  }
  return (
    <div className="flex items-stretch overflow-hidden rounded-m border border-line bg-panel">
      <code className="min-w-0 flex-1 px-4 py-3 font-code text-sm wrap-anywhere">{command}</code>
      {'clipboard' in navigator && (
        <button
          type="button"
          onClick={() => void copy()}
          className="timing min-h-11 w-24 border-l border-line text-muted hover:bg-raised hover:text-text"
        >
          <span aria-live="polite">{text(copied ? 'shell.copied' : 'shell.copy')}</span>
        </button>
      )}
    </div>
  )
}
