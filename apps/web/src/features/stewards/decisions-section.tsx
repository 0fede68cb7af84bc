import type { Season } from '@pitboard/contract/seasons/season'
import type { StewardCase } from '@pitboard/contract/stewards/steward-case'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { PartProblem, QueryContent } from '../../ui/shell/query-content.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { CaseFacts } from './case-facts.tsx'
import { DECISION_ANCHOR, DecisionItem } from './decision-item.tsx'
import { LicenceList } from './licence-list.tsx'
import { hasBegunReport, ReportForm } from './report-form.tsx'
import { StatementForm } from './statement-form.tsx'
import { casesOf, decisionsOf } from './steward-queries.ts'
import { sessionWords } from './steward-words.ts'

/** Shows decisions to everybody, reports to drivers; they are fetched when a reader wants to see them. */
export function DecisionsSection({ season }: { readonly season: Season }) {
  const t = useText()
  const { hash } = useLocation()
  const [isOpened, setOpened] = useState(false)
  const isShown = isOpened || hash === 'incidents' || hash.startsWith(DECISION_ANCHOR)
  return (
    <Section title={t('stewards.title')} anchor="incidents">
      {isShown ? (
        <Shown season={season} anchor={hash} />
      ) : (
        <Button onClick={() => setOpened(true)}>{t('stewards.show')}</Button>
      )}
    </Section>
  )
}

interface ShownProps {
  readonly season: Season
  /** The address names this part. */
  readonly anchor: string
}

function Shown({ season, anchor }: ShownProps) {
  const t = useText()
  const account = useAccount()
  const query = useQuery(decisionsOf(season.id, season.version))
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (!isLoaded || !anchor.startsWith(DECISION_ANCHOR)) return
    const decision = document.getElementById(anchor)
    decision?.scrollIntoView()
    decision?.focus()
  }, [isLoaded, anchor])
  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-48" />}>
      {(data) => {
        const { rules, decisions, licences } = data
        return (
          <div className="flex flex-col gap-5" data-open="">
            {decisions.length === 0 ? (
              <EmptyState title={t('stewards.none')} />
            ) : (
              <div className="grid items-start gap-2 lg:grid-cols-2 xl:grid-cols-3">
                {decisions.map((decision) => (
                  <DecisionItem key={decision.id} season={season} decision={decision} />
                ))}
              </div>
            )}
            <LicenceList season={season} licences={licences} />
            {account && rules.reporters !== 'nobody' && (
              <Reporting season={season} reportHours={rules.reportHours} />
            )}
            {account && <OwnCases season={season} userId={account.userId} />}
          </div>
        )
      }}
    </QueryContent>
  )
}

function Reporting({ season, reportHours }: { season: Season; reportHours: number }) {
  const t = useText()
  const sessions = season.events.flatMap((event) =>
    event.sessions.map(({ session }) => ({
      value: session.id,
      label: sessionWords(season, session.id, t),
    })),
  )
  const [isOpen, setOpen] = useState(() => hasBegunReport(season.id, sessions))
  if (sessions.length === 0) return null
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-small text-muted">{t('stewards.reportHours', { hours: reportHours })}</p>
      {isOpen ? (
        <div className="w-full max-w-3xl">
          <ReportForm
            seasonId={season.id}
            sessions={sessions.toReversed()}
            onDone={() => setOpen(false)}
          />
        </div>
      ) : (
        <Button onClick={() => setOpen(true)}>{t('stewards.report')}</Button>
      )}
    </div>
  )
}

/** Lists cases in which the reader is a party; stewards read the others in the editor. */
function OwnCases({ season, userId }: { readonly season: Season; readonly userId: string }) {
  const t = useText()
  const query = useQuery(casesOf(season.id))
  const own = (query.data ?? []).filter((one) => isParty(one, userId))
  if (own.length === 0) return <PartProblem query={query} />
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-subhead">{t('stewards.ownCases')}</h3>
      {own.map((one) => (
        <Card key={one.id} as="article" label={t('stewards.caseNumber', { number: one.number })}>
          <div className="flex flex-col gap-4">
            <CaseFacts season={season} of={one} />
            {one.may.respond && <StatementForm seasonId={season.id} of={one} kind="response" />}
            {one.may.appeal && <StatementForm seasonId={season.id} of={one} kind="appeal" />}
          </div>
        </Card>
      ))}
    </div>
  )
}

function isParty({ reporterId, cars }: StewardCase, id: string): boolean {
  return reporterId === id || cars.some(({ userId }) => userId === id)
}
