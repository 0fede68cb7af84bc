import type { Season } from '@pitboard/contract/seasons/season'
import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { ClipLinks } from './clip-links.tsx'
import { DecisionItem } from './decision-item.tsx'
import { caseWords, isUndecided, STATE_LABELS, statementTitle } from './steward-words.ts'

interface CaseFactsProps {
  readonly season: Season
  readonly of: StewardCase
}

/** Shows what the parties of a case and its stewards may see. */
export function CaseFacts({ season, of: one }: CaseFactsProps) {
  const t = useText()
  return (
    <div className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-center gap-2 text-subhead">
        {t('stewards.caseNumber', { number: one.number })}
        <Badge tone={isUndecided(one) ? 'warning' : 'plain'}>{t(STATE_LABELS[one.state])}</Badge>
      </h3>
      <p className="text-small text-muted">
        {caseWords(season, one, t)}
        {one.eventSeq !== null && (
          <>
            {' · '}
            <TextLink
              to="/sessions/$sessionId"
              params={{ sessionId: one.sessionId }}
              search={{ t: `e${one.eventSeq}` }}
            >
              {t('stewards.watch')}
            </TextLink>
          </>
        )}
      </p>
      <Statement
        title={t('stewards.reportedBy', { name: one.reporterName })}
        at={one.createdAt}
        words={one.description}
        links={one.links}
      />
      {one.statements.map((statement) => (
        <Statement
          key={statement.id}
          title={statementTitle(statement, t)}
          at={statement.createdAt}
          words={statement.text}
          links={statement.links}
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
  const t = useText()
  return (
    <div className="flex flex-col gap-1 border-l-2 border-line-strong pl-3">
      <p className="text-small text-muted">
        {title} · {formatDateTime(at, t.locale)}
      </p>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line">{words}</p>
      <ClipLinks links={links} />
    </div>
  )
}
