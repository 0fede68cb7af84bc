import { Link } from '@tanstack/react-router'

interface SectionIndexProps {
  /** Names it. */
  readonly label: string
  readonly sections: readonly { readonly anchor: string; readonly title: string }[]
}

/** Beside a long page on a wide screen: where its sections are. */
export function SectionIndex({ label, sections }: SectionIndexProps) {
  return (
    <nav aria-label={label} className="sticky top-6 max-wide:hidden">
      <ul className="border-l border-line">
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <Link
              to="."
              hash={anchor}
              className="flex min-h-9 items-center py-1 pl-4 text-muted hover:text-text hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
