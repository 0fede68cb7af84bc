import type { Season } from '@pitboard/contract/seasons/season'
import {
  type CaseRoom as Room,
  STEWARD_MAX,
  type StewardCase,
  stewards,
} from '@pitboard/contract/stewards/steward-case'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { MessageForm } from '../../changes/message-form.tsx'
import { useMessage } from '../../changes/use-draft.ts'
import { refusalText } from '../../messages/refusal-text.ts'
import { useText } from '../../messages/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryContent } from '../../ui/shell/query-content.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { Statement } from './case-facts.tsx'
import { DecisionSection } from './decision-form.tsx'
import { RevokeForm } from './revoke-form.tsx'
import { roomOf } from './steward-queries.ts'
import { carNames, penaltiesWords } from './steward-words.ts'

interface CaseRoomProps {
  readonly season: Season
  readonly of: StewardCase
}

const NO_DECISION = { penalties: [], reason: '' }

/** Shows discussion, proposals with votes and the decision, only for stewards who are not involved. */
export function CaseRoom({ season, of: one }: CaseRoomProps) {
  const t = useText()
  const queries = useQueryClient()
  const room = roomOf(season.id, one.id)
  const query = useQuery(room)
  const [taken, setTaken] = useState<Room['proposals'][number] | null>(null)
  const params = { seasonId: season.id, caseId: one.id }
  const store = (stored: Room) => queries.setQueryData(room.queryKey, stored)
  const isDecided = one.state === 'decided'
  const [applied] = one.decisions.filter(({ revokedAt }) => revokedAt === null)

  async function vote(proposalId: string | null) {
    try {
      store(await call(stewards.vote, { params, body: { proposalId } }))
    } catch (refusal) {
      void showToast({ title: refusalText(refusal, t), tone: 'bad' })
    }
  }

  return (
    <QueryContent query={query} placeholder={<Skeleton className="h-64" />}>
      {(data) => {
        return (
          <div className="flex flex-col gap-6 border-t border-line pt-4">
            <section aria-label={t('stewards.discussion')} className="flex flex-col gap-3">
              <h4 className="text-subhead">{t('stewards.discussion')}</h4>
              <p className="text-small text-muted">{t('stewards.private')}</p>
              {data.comments.map(({ id, username, createdAt, text: words }) => (
                <Statement key={id} title={username} at={createdAt} words={words} />
              ))}
              <CommentForm
                caseId={one.id}
                send={async (words) => {
                  store(await call(stewards.comment, { params, body: { text: words } }))
                }}
              />
            </section>
            {data.proposals.length > 0 && (
              <section aria-label={t('stewards.proposals')} className="flex flex-col gap-3">
                <h4 className="text-subhead">{t('stewards.proposals')}</h4>
                {data.proposals.map((proposal) => (
                  <Proposal
                    key={proposal.id}
                    season={season}
                    proposal={proposal}
                    of={one}
                    onVote={() => void vote(proposal.isOwnVote ? null : proposal.id)}
                    onTake={isDecided ? null : () => setTaken(proposal)}
                  />
                ))}
              </section>
            )}
            <DecisionSection
              key={taken?.id}
              season={season}
              of={one}
              initial={taken ?? NO_DECISION}
            />
            {applied && <RevokeForm season={season} of={one} decision={applied} />}
          </div>
        )
      }}
    </QueryContent>
  )
}

interface CommentFormProps {
  readonly caseId: string
  readonly send: (words: string) => Promise<void>
}

function CommentForm({ caseId, send }: CommentFormProps) {
  const t = useText()
  const draft = useMessage({ text: '' }, `comment.${caseId}`)
  return (
    <MessageForm
      draft={draft}
      label={t('stewards.comment')}
      submitLabel={t('stewards.sendComment')}
      submitLook="secondary"
      fields={[
        {
          kind: 'textArea',
          name: 'text',
          rows: 2,
          maxLength: STEWARD_MAX.text,
          label: t('stewards.comment'),
          missing: t('stewards.textMissing'),
        },
      ]}
      onSend={({ text: words }) => send(words)}
    />
  )
}

interface ProposalProps extends CaseRoomProps {
  readonly proposal: Room['proposals'][number]
  readonly onVote: () => void
  /** It puts the proposal into the form; null without a form. */
  readonly onTake: (() => void) | null
}

function Proposal({ season, of: one, proposal, onVote, onTake }: ProposalProps) {
  const t = useText()
  const { username, penalties, reason, createdAt, voters, isOwnVote } = proposal
  const names = carNames(season, one.sessionId, one.cars)
  const words = penaltiesWords(penalties, (idx) => names.get(idx) ?? `#${idx}`, t)
  return (
    <div className="flex flex-col gap-2">
      <Statement title={username} at={createdAt} words={`${words}\n${reason}`} />
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-small text-muted">
          {t('stewards.votes', { count: voters.length })}
          {voters.length > 0 && `: ${voters.join(', ')}`}
        </span>
        <Button size="small" aria-pressed={isOwnVote} onClick={onVote}>
          {t(isOwnVote ? 'stewards.withdrawVote' : 'stewards.vote')}
        </Button>
        {onTake && (
          <Button size="small" look="quiet" onClick={onTake}>
            {t('stewards.take')}
          </Button>
        )}
      </div>
    </div>
  )
}
