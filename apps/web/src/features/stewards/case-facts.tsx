import type { Season } from '@pitboard/contract/seasons/season'
import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ClipLinks } from './clip-links.tsx'
import { DecisionItem } from './decision-item.tsx'
import { sessionWords, STATE_LABELS } from './steward-words.ts'

interface CaseFactsProps {
  readonly season: Season
  readonly of: StewardCase
}

/** What the parties of a case and its stewards may see. */
export function CaseFacts({ season, of: one }: CaseFactsProps) {
  const text = useText()
  return (
    <div className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-center gap-2 text-subhead">
        {text('stewards.caseNumber', { number: one.number })}
        <Badge tone={one.state === 'decided' ? 'plain' : 'warning'}>
          {text(STATE_LABELS[one.state])}
        </Badge>
      </h3>
      <p className="text-small text-muted">
        {[
          sessionWords(season, one.sessionId, text),
          one.lap === null ? '' : text('stewards.lapNumber', { lap: one.lap }),
          one.cars.map(({ name }) => name).join(', '),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
        {one.eventSeq !== null && (
          <>
            {' · '}
            <TextLink
              to="/sessions/$sessionId"
              params={{ sessionId: one.sessionId }}
              search={{ t: `e${one.eventSeq}` }}
            >
              {text('stewards.watch')}
            </TextLink>
          </>
        )}
      </p>
      <Statement
        title={text('stewards.reportedBy', { name: one.reporterName })}
        at={one.createdAt}
        words={one.description}
        links={one.links}
      />
      {one.statements.map(({ id, kind, username, createdAt, text: words, links }) => (
        <Statement
          key={id}
          title={text(kind === 'response' ? 'stewards.responseOf' : 'stewards.appealOf', {
            name: username,
          })}
          at={createdAt}
          words={words}
          links={links}
        />
      ))}
      {one.decisions.map((decision) => (
        <DecisionItem key={decision.id} season={season} decision={decision} isBrief />
      ))}
    </div>
  )
}

interface StatementProps {
  readonly title: string
  readonly at: string
  readonly words: string
  readonly links?: readonly string[]
}

export function Statement({ title, at, words, links = [] }: StatementProps) {
  const text = useText()
  return (
    <div className="flex flex-col gap-1 border-l-2 border-line-strong pl-3">
      <p className="text-small text-muted">
        {title} · {formatDateTime(at, text.locale)}
      </p>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{words}</p>
      <ClipLinks links={links} />
    </div>
  )
}
