import type { ReactNode } from 'react'

declare module 'react' {
  interface CSSProperties {
    '--accent'?: string
  }
}

interface HeroProps {
  /** Where the page belongs: its league, its season, its date. */
  readonly eyebrow?: ReactNode
  readonly title: ReactNode
  /** Who or what decides it at a glance: the winner, the next race, the leader. */
  readonly children?: ReactNode
  /** Stands at the right where the screen has room for it, and last where it has not. */
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  /** A colour of the page's subject (`#rrggbb`): the line at the edge and a hint of it behind the title. */
  readonly accent?: string
}

/** The head of a page that is worth sharing: it answers the first question before any table does. */
export function Hero({ eyebrow, title, children, aside, actions, accent }: HeroProps) {
  return (
    <header
      style={{ '--accent': accent ?? 'var(--color-line-strong)' }}
      className="hero relative grid gap-x-10 gap-y-5 overflow-hidden rounded-l border-y border-r border-line bg-panel px-4 py-5 sm:px-6 sm:py-6 wide:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          {eyebrow !== undefined && (
            <div className="mb-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
              {eyebrow}
            </div>
          )}
          <h1 className="flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere">{title}</h1>
        </div>
        {children}
        {actions !== undefined && (
          <div className="mt-auto flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
      {aside !== undefined && <div className="min-w-0 wide:max-w-[34rem]">{aside}</div>}
    </header>
  )
}
