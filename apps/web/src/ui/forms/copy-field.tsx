import { CopyButton } from '../buttons/copy-button.tsx'

/** Shows something to take along as it stands. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-small text-muted">{label}</p>
      <div className="flex flex-wrap items-start gap-2">
        <code className="control flex min-w-0 flex-1 basis-44 items-center rounded-m border border-line-strong bg-page px-3 py-2 font-code text-small break-all select-all">
          {value}
        </code>
        <CopyButton label={label} value={value} />
      </div>
    </div>
  )
}
