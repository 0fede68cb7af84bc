import type { CSSProperties, ReactNode } from 'react'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import type { EmbedOptions } from '../../features/sharing/embed-options.ts'
import type { Embedded } from '../../api/use-embedded.ts'

const ACCENT = 'var(--color-primary)'

interface EmbedFrameProps {
  readonly options: EmbedOptions
  /** This is the colour of the league. */
  readonly accent?: string | null
  /** This stands above the title. */
  readonly eyebrow?: ReactNode
  readonly title: ReactNode
  /** This stands below the title, in small letters. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** Shows what every embed has around its content: the league, the subject and the link to the site. */
export function EmbedFrame({ options, accent, eyebrow, title, note, children }: EmbedFrameProps) {
  const t = useText()
  const style: CSSProperties & Record<'--accent', string> = {
    '--accent': options.accent ?? accent ?? ACCENT,
  }
  return (
    <main className="embed" style={style}>
      <header>
        {eyebrow && <p className="label">{eyebrow}</p>}
        <h1 className="text-section wrap-anywhere">{title}</h1>
        {note && <p className="text-small text-muted">{note}</p>}
      </header>
      {children}
      <footer className="text-small text-muted">
        <EmbedLink path="/">{t('embed.source')}</EmbedLink>
      </footer>
    </main>
  )
}

/** Opens the site beside the page around the frame, never in the frame or in its place. */
export function EmbedLink({
  path,
  children,
}: {
  readonly path: string
  readonly children: ReactNode
}) {
  return (
    <a href={path} target="_blank" rel="noopener" className="text-link">
      {children}
    </a>
  )
}

/** The frame shows this message in place of content. */
export function EmbedMessage({ text: key }: { readonly text: PlainKey }) {
  const t = useText()
  return (
    <main className="embed" style={{ borderColor: ACCENT }}>
      <h1 className="sr-only">Pitboard</h1>
      <output className="text-muted">{t(key)}</output>
    </main>
  )
}

interface EmbedContentProps<T> {
  readonly embedded: Embedded<T>
  readonly children: (data: T) => ReactNode
}

export function EmbedContent<T>({ embedded, children }: EmbedContentProps<T>) {
  if (embedded.state === 'found') return children(embedded.data)
  return <EmbedMessage text={`embed.${embedded.state}`} />
}
