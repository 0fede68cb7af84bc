import type { Download } from '@pitboard/contract/downloads'
import { useText } from '../../messages/use-text.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'

const BYTES_IN_MEGABYTE = 1_000_000

/** Every file of the recorder, with what it takes to check it. */
export function FileList({ files }: { readonly files: readonly Download[] }) {
  const text = useText()
  return (
    <Card as="ul" frame>
      {files.map(({ platform, bytes, sha256 }) => (
        <li
          key={platform}
          className="grid gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t md:grid-cols-[14rem_1fr]"
        >
          <span className="flex flex-wrap items-center gap-x-3">
            <OutsideLink href={`/download/${platform}`}>
              <span className="inline-flex items-center gap-2">
                <Icon name="download" size="size-4" />
                {text(`download.${platform}`)}
              </span>
            </OutsideLink>
            <span className="text-small text-muted">
              {text('download.megabytes', { size: Math.ceil(bytes / BYTES_IN_MEGABYTE) })}
            </span>
          </span>
          <code className="font-code text-micro text-muted wrap-anywhere">{sha256}</code>
        </li>
      ))}
    </Card>
  )
}
