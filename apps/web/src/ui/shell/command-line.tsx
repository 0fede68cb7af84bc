import { useState } from 'react'
import { ScrollBox } from '../scroll-box.tsx'

/** A command to type, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(command)
    setCopied(true)
  }
  return (
    <div className="flex items-stretch overflow-hidden rounded-m border border-line bg-panel">
      <ScrollBox label="Command" className="min-w-0 flex-1 px-4 py-3">
        <code className="font-code text-sm whitespace-nowrap">{command}</code>
      </ScrollBox>
      {'clipboard' in navigator && (
        <button
          type="button"
          onClick={() => void copy()}
          className="timing min-h-11 w-20 border-l border-line text-muted hover:bg-raised hover:text-text"
        >
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </button>
      )}
    </div>
  )
}
