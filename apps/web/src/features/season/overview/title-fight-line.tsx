import type { Text } from '../../../messages/create-text.ts'
import { useText } from '../../../messages/use-text.ts'
import { formatPoints } from '../../../timing/format-points.ts'
import { DriverMark } from '../../../timing/driver-mark.tsx'
import { TeamBar } from '../../../timing/team-bar.tsx'
import type { TitleFight } from '@pitboard/analysis/season/title-fight'

interface TitleFightLineProps {
  readonly fight: TitleFight
  /** A session of the season is being driven: nothing about it is final. */
  readonly isLive: boolean
}

/** Says "Ann leads by 6 points", and what can still be won; or who is the champion. */
export function TitleFightLine({ fight, isLive }: TitleFightLineProps) {
  const t = useText()
  const { leader, isDecided } = fight
  return (
    <div className="min-w-0">
      {isDecided && <p className="label text-medal-gold">{t('season.champion')}</p>}
      {isLive && <p className="label">{t('season.asItStands')}</p>}
      <p className="timing flex min-w-0 items-center gap-2.5 text-section font-semibold">
        <TeamBar teamColour={leader.teamColour} />
        <span className="min-w-0 wrap-anywhere">
          {isDecided ? leader.name : leadText(fight, t)}
        </span>
        <DriverMark name={leader.name} aliases={leader.aliases} />
      </p>
      <p className="text-muted">
        <FightDetail fight={fight} />
      </p>
    </div>
  )
}

/** Returns a text such as "Ann leads by 6 points". */
export function leadText({ leader, second }: TitleFight, t: Text): string {
  if (!second) return t('season.leads', { name: leader.name })
  const count = second.gapToLeader
  if (count === 0) return t('season.level', { name: leader.name, other: second.name })
  return t('season.leadsBy', { name: leader.name, count })
}

function FightDetail({ fight }: { readonly fight: TitleFight }) {
  const t = useText()
  const { leader, second, pointsLeft, mayHaveSprints, isDecided } = fight
  if (isDecided) {
    const points = t('session.pointCount', {
      count: leader.points,
      points: formatPoints(leader.points, t.locale),
    })
    if (!second) return points
    return `${points} · ${t('season.aheadOf', { name: second.name, count: second.gapToLeader })}`
  }
  if (pointsLeft === 0) return null
  return t(mayHaveSprints ? 'season.atLeastToWin' : 'season.stillToWin', { count: pointsLeft })
}
