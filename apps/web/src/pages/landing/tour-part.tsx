import { type ReactNode, useId } from 'react'

interface TourPartProps {
  /** These users are the audience of this part. */
  readonly audience: string
  readonly title: string
  readonly lead: string
  readonly points: readonly string[]
  /** They lead to the page that is shown. */
  readonly links: ReactNode
  /** This class makes the place about as high as the product on a wide screen, so that nothing moves when it comes. */
  readonly place?: string
  /** It is one of two parts side by side: the product stands below the text. */
  readonly isNarrow?: boolean
  /** It is the product itself. */
  readonly children: ReactNode
}

/** Shows what one group of visitors gets, beside the product that shows it. */
export function TourPart({
  audience,
  title,
  lead,
  points,
  links,
  place = '',
  isNarrow = false,
  children,
}: TourPartProps) {
  const id = useId()
  const columns = isNarrow ? '' : 'wide:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]'
  return (
    <section
      aria-labelledby={id}
      className={`grid content-start items-center gap-x-12 gap-y-5 border-t border-line pt-8 ${columns}`}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <p className="label mb-1">{audience}</p>
          <h2 id={id} className="text-figure text-balance">
            {title}
          </h2>
        </div>
        <p className="max-w-[60ch] text-timing">{lead}</p>
        {points.length > 0 && (
          <ul className="flex max-w-[60ch] list-disc flex-col gap-1.5 pl-5 text-muted marker:text-faint max-sm:hidden">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        <p className="flex flex-wrap gap-x-6 gap-y-2">{links}</p>
      </div>
      <div className={`grid min-w-0 items-center ${place}`}>{children}</div>
    </section>
  )
}
