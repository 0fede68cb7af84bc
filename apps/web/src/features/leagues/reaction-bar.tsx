import {
  type NewsReaction,
  type Reaction,
  REACTIONS,
} from '@pitboard/contract/leagues/news-reactions'
import type { PlainKey } from '../../messages/create-text.ts'
import { useText } from '../../messages/use-text.ts'
import { findReaction, type NewsSubject } from './reactions.ts'

const SIGNS = {
  thumbsUp: {
    label: 'leagues.thumbsUp',
    path: 'M7 11v9H4v-9zM7 11l4-7a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2.3l-1.2 6a2 2 0 0 1-2 1.7H7',
  },
  flame: {
    label: 'leagues.flame',
    path: 'M12 3c.6 3.2 5.5 5.5 5.5 10.7a5.5 5.5 0 0 1-11 0c0-2.2 1-3.7 2.3-4.9.2 1.7.9 2.6 1.7 2.7C12 10 10.8 6.5 12 3Z',
  },
  laugh: {
    label: 'leagues.laugh',
    path: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 13.5a4 4 0 0 0 8 0zM9 9.5h.01M15 9.5h.01',
  },
  heart: {
    label: 'leagues.heart',
    path: 'M12 20s-8-5-8-10.8A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20Z',
  },
} as const satisfies Record<Reaction, { readonly label: PlainKey; readonly path: string }>

interface ReactionBarProps {
  readonly subject: NewsSubject
  readonly reactions: readonly NewsReaction[]
  /** It is null for visitors, who see the counts alone. */
  readonly onReact: ((reaction: Reaction, isSet: boolean) => void) | null
}

/** Shows what users say of an item of the news, and takes what the reader says. */
export function ReactionBar({ subject, reactions, onReact }: ReactionBarProps) {
  const t = useText()
  const shown = REACTIONS.map((reaction) => {
    const { count = 0, isOwn = false } = findReaction(reactions, subject, reaction) ?? {}
    const label = t('leagues.reaction', { name: t(SIGNS[reaction].label), count })
    return { reaction, count, isOwn, label }
  })
  if (onReact) {
    return (
      <div className="flex flex-wrap gap-1 px-2 pb-2">
        {shown.map(({ reaction, count, isOwn, label }) => (
          <button
            key={reaction}
            type="button"
            aria-label={label}
            aria-pressed={isOwn}
            title={t(SIGNS[reaction].label)}
            onClick={() => onReact(reaction, !isOwn)}
            className="inline-flex min-h-8 min-w-11 items-center justify-center gap-1.5 rounded-m border border-transparent px-2 text-muted hover:border-line hover:text-text aria-pressed:border-line-strong aria-pressed:bg-raised aria-pressed:text-text coarse:min-h-11"
          >
            <Sign reaction={reaction} isFilled={isOwn} />
            {count > 0 && <span className="timing">{count}</span>}
          </button>
        ))}
      </div>
    )
  }
  const given = shown.filter(({ count }) => count > 0)
  if (given.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-4 px-4 pb-3 text-muted">
      {given.map(({ reaction, count, label }) => (
        <li key={reaction} className="inline-flex items-center gap-1.5">
          <Sign reaction={reaction} isFilled={false} />
          <span aria-hidden="true" className="timing">
            {count}
          </span>
          <span className="sr-only">{label}</span>
        </li>
      ))}
    </ul>
  )
}

function Sign({ reaction, isFilled }: { readonly reaction: Reaction; readonly isFilled: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={isFilled && reaction !== 'laugh' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 shrink-0"
    >
      <path d={SIGNS[reaction].path} />
    </svg>
  )
}
