import type { RecorderReport } from '@pitboard/contract/ingest/recorder-status'
import { useText } from '../../messages/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** Says what the recorder sees that the driver can put right. */
export function RecorderHint({ report }: { readonly report: RecorderReport | null }) {
  const hint = useHint(report)
  // The place is always there, so that a screen reader reads out what appears in it.
  return (
    <div role="status">
      {hint !== null && (
        <p className="mt-2 flex max-w-prose gap-2 border-l-2 border-secondary pl-3">
          <span className="mt-0.5 text-secondary">
            <Icon name="warning" />
          </span>
          <span className="min-w-0 wrap-break-word">{hint}</span>
        </p>
      )}
    </div>
  )
}

function useHint(report: RecorderReport | null): string | null {
  const t = useText()
  if (report === null) return t('dashboard.waiting')
  const { problem, listenPort, foundPort, format } = report
  const port = String(listenPort)
  switch (problem) {
    case null:
      return null
    case 'restricted':
      return t('dashboard.restricted')
    case 'otherPort':
      return t('dashboard.otherPort', { port, found: String(foundPort ?? '?') })
    case 'unsupportedFormat':
      return t('dashboard.unsupportedFormat', { format: String(format ?? '?') })
    case 'noPackets':
    case 'notTelemetry':
    case 'portTaken':
      return t(`dashboard.${problem}`, { port })
  }
}
