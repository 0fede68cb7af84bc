import type { ReactNode } from 'react'

declare module 'react' {
  interface CSSProperties {
    '--accent'?: string
  }
}

interface HeroProps {
  /** Fills the width above all else. */
  readonly banner?: ReactNode
  /** It is the picture or sign of the subject, beside the title and over the edge of the banner. */
  readonly emblem?: ReactNode
  /** It says where the page belongs: its league, its season, its date. */
  readonly eyebrow?: ReactNode
  readonly title: ReactNode
  /** The content shows the most important fact at a glance: the winner, the next race, the leader. */
  readonly children?: ReactNode
  /** Stands at the right where the screen has room for it, and last where it has not. */
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  /** It is a colour of the page's subject (`#rrggbb`): the line at the edge and a hint of it behind the title. */
  readonly accent?: string | null
  /** The hero is shown within another page, which has a title of its own. */
  readonly isPreview?: boolean
}

/** Shows the head of a page that is worth sharing: it answers the first question before any table does. */
export function Hero({
  banner,
  emblem,
  eyebrow,
  title,
  children,
  beside,
  actions,
  accent,
  isPreview = false,
}: HeroProps) {
  const [Frame, Title] = isPreview ? (['div', 'p'] as const) : (['header', 'h1'] as const)
  return (
    <Frame
      style={{ '--accent': accent ?? 'var(--color-line-strong)' }}
      className="hero relative grid gap-x-10 gap-y-5 overflow-hidden rounded-l border-y border-r border-y-line border-r-line bg-panel px-4 py-5 sm:px-6 sm:py-6 wide:grid-cols-[minmax(0,1fr)_auto]"
    >
      {banner !== undefined && (
        <div className="-mx-4 -mt-5 sm:-mx-6 sm:-mt-6 wide:col-span-full">{banner}</div>
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex gap-x-5 gap-y-3 max-sm:flex-col sm:items-end">
          {emblem !== undefined && (
            <div className={banner === undefined ? '' : 'relative -mt-14'}>{emblem}</div>
          )}
          <div className="min-w-0">
            {eyebrow !== undefined && (
              <div className="mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
                {eyebrow}
              </div>
            )}
            <Title className="flex flex-wrap items-center gap-x-4 gap-y-1 font-timing text-title font-semibold wrap-anywhere">
              {title}
            </Title>
          </div>
        </div>
        {children}
        {actions !== undefined && (
          <div className="mt-auto flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
      {beside !== undefined && <div className="min-w-0 wide:max-w-[34rem]">{beside}</div>}
    </Frame>
  )
}
