import { useState } from 'react'

/** A command to type, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(command)
    setCopied(true)
  }
  return (
    <div className="flex items-stretch overflow-hidden rounded-m border border-line bg-panel">
      <code className="min-w-0 flex-1 px-4 py-3 font-code text-sm break-words">{command}</code>
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
