import type { ReactNode } from 'react'

/** Shows values side by side, each below its name. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="flex flex-wrap gap-x-8 gap-y-4">{children}</dl>
}

interface FigureProps {
  readonly name: string
  readonly children: ReactNode
  /** It says what the value is out of, compared with or about. */
  readonly note?: ReactNode
  /** One or two of a page are large. */
  readonly large?: boolean
}

/** Shows a value that stands out from its name, since the eye looks for the number. */
export function Figure({ name, children, note, large = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="label">{name}</dt>
      <dd>
        <span
          className={`timing block font-semibold wrap-anywhere ${large ? 'text-figure' : 'text-subhead'}`}
        >
          {children}
        </span>
        {note !== undefined && <span className="block text-small text-muted">{note}</span>}
      </dd>
    </div>
  )
}
