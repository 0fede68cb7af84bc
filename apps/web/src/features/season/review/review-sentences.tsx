import { useText } from '../../../messages/use-text.ts'
import { ButtonLink } from '../../../ui/buttons/link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ReviewSentence } from './season-review-words.ts'

/** Shows sentences one below the other, in columns where there is room; those about one race lead to it. */
export function ReviewSentences({ sentences }: { readonly sentences: readonly ReviewSentence[] }) {
  const t = useText()
  return (
    <ul className="columns-[30rem] gap-x-8 [column-rule:1px_solid_var(--color-line)]">
      {sentences.map(({ text, sessionId }) => (
        <li
          key={text}
          className="flex min-h-11 break-inside-avoid items-center justify-between gap-x-3 border-b border-line py-1.5"
        >
          <span className="wrap-anywhere">{text}</span>
          {sessionId !== null && (
            <span className="print:hidden">
              <ButtonLink
                look="quiet"
                size="small"
                to="/sessions/$sessionId"
                params={{ sessionId }}
                aria-label={`${t('review.seeRace')}: ${text}`}
                title={t('review.seeRace')}
              >
                <Icon name="arrowRight" />
              </ButtonLink>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
