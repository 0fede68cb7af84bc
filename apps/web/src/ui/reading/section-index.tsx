import { Link } from '@tanstack/react-router'
import { useCurrentSection } from './use-current-section.ts'

interface SectionIndexProps {
  readonly label: string
  readonly sections: readonly { readonly anchor: string; readonly title: string }[]
  /** Below 1280 px it is a bar above the content that stays in view. */
  readonly hasBar?: boolean
}

const LIST = 'sticky top-6 max-wide:hidden'
const BAR =
  'sticky top-0 z-10 max-xl:-mx-3 max-xl:border-b max-xl:border-line max-xl:bg-page max-xl:px-3 sm:max-xl:-mx-6 sm:max-xl:px-6 xl:top-6 xl:self-start'

/** Shows where the sections of a long page are, and which one the reader is in. */
export function SectionIndex({ label, sections, hasBar = false }: SectionIndexProps) {
  const current = useCurrentSection(sections)
  return (
    <nav aria-label={label} className={hasBar ? BAR : LIST}>
      <ul
        className={
          hasBar
            ? 'flex gap-x-1 max-xl:overflow-x-auto xl:flex-col xl:border-l xl:border-line'
            : 'border-l border-line'
        }
      >
        {sections.map(({ anchor, title }) => (
          <li key={anchor} className="shrink-0">
            <Link
              to="."
              search
              hash={anchor}
              replace
              aria-current={anchor === current ? 'location' : undefined}
              className={`-ml-px flex min-h-9 items-center border-transparent py-1 text-muted hover:text-text hover:underline aria-[current=location]:border-text aria-[current=location]:text-text coarse:min-h-11 ${hasBar ? 'max-xl:min-h-11 max-xl:border-b-2 max-xl:px-3 xl:border-l-2 xl:pl-4' : 'border-l-2 pl-4'}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
