import type { DriverVote } from '@pitboard/contract/seasons/driver-vote'
import { useAccount } from '../../auth/account.ts'
import { useText } from '../../messages/use-text.ts'
import { formatDateTime } from '../../timing/format-date.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/link.tsx'
import { useVote } from './use-vote.ts'

/** This many drivers are shown with their votes. */
const SHOWN = 5

interface DriverVotePanelProps {
  readonly seasonId: string
  readonly vote: DriverVote
}

/** Takes votes for the driver of the day, and shows who it is once they are counted. */
export function DriverVotePanel({ seasonId, vote }: DriverVotePanelProps) {
  const t = useText()
  if (vote.isOpen) return <OpenVote seasonId={seasonId} vote={vote} />
  const isCounted = vote.drivers.some(({ votes }) => votes !== null)
  if (!isCounted) return <p className="text-muted">{t('vote.counting')}</p>
  return <Counted vote={vote} />
}

function OpenVote({ seasonId, vote }: DriverVotePanelProps) {
  const t = useText()
  const account = useAccount()
  const { sessionId, ownDriverIdx, drivers } = vote
  const choose = useVote({ seasonId, sessionId, userId: account?.userId ?? null })
  const date = formatDateTime(vote.closesAt, t.locale)
  if (!vote.mayVote) {
    return (
      <div className="flex flex-col gap-1 text-muted">
        <p>{account ? t('vote.driversOnly', { date }) : t('vote.until', { date })}</p>
        {!account && (
          <p>
            <TextLink to="/login" search={{ redirect: location.pathname }}>
              {t('vote.signIn')}
            </TextLink>
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-muted">{`${t('vote.until', { date })} ${t('vote.secret')}`}</p>
      <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3 wide:grid-cols-4 xl:grid-cols-5">
        <legend className="sr-only">{t('vote.choose')}</legend>
        {drivers
          .filter(({ mayBeChosen }) => mayBeChosen)
          .map(({ driverIdx, name }) => (
            <button
              key={driverIdx}
              type="button"
              aria-pressed={driverIdx === ownDriverIdx}
              onClick={() => choose(driverIdx)}
              className="control min-w-0 rounded-m border border-line bg-panel px-3 text-left transition-colors hover:border-line-strong aria-pressed:border-text aria-pressed:bg-raised aria-pressed:font-semibold"
            >
              <span className="block py-1.5 leading-tight wrap-anywhere">{name}</span>
            </button>
          ))}
      </fieldset>
      {ownDriverIdx !== null && (
        <div>
          <Button look="plain" onClick={() => choose(null)}>
            {t('vote.takeBack')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Counted({ vote: { drivers, ownDriverIdx } }: { readonly vote: DriverVote }) {
  const t = useText()
  const voted = drivers.flatMap(({ votes, ...driver }) => (votes ? [{ ...driver, votes }] : []))
  const count = voted.reduce((sum, { votes }) => sum + votes, 0)
  const most = voted[0]?.votes
  const own = drivers.find(({ driverIdx }) => driverIdx === ownDriverIdx)
  if (most === undefined) return <p className="text-muted">{t('vote.nobody')}</p>
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <ol className="flex flex-col gap-2">
        {voted.slice(0, SHOWN).map(({ driverIdx, name, votes }, index) => (
          <li key={driverIdx} className="flex flex-col gap-1">
            <span className="flex items-baseline justify-between gap-4">
              <span
                className={`min-w-0 wrap-anywhere ${index === 0 ? 'timing text-subhead font-semibold' : ''}`}
              >
                {name}
              </span>
              <span className="timing shrink-0 text-muted">
                {t('vote.winner', { votes, count })}
              </span>
            </span>
            <span aria-hidden="true" className="h-1 rounded-s bg-line">
              <span
                className={`block h-full rounded-s ${index === 0 ? 'bg-secondary' : 'bg-control'}`}
                style={{ width: `${(100 * votes) / most}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
      {own && <p className="text-small text-muted">{t('vote.own', { name: own.name })}</p>}
    </div>
  )
}
