import { leagues, type League } from '@pitboard/contract/leagues/league'
import { call } from '../../api/call.ts'
import { DeleteSection } from '../../changes/delete-section.tsx'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'

interface DeleteLeagueProps {
  readonly league: League
  readonly edit: Edit
  readonly onDeleted: () => void
}

export function DeleteLeague({ league, edit, onDeleted }: DeleteLeagueProps) {
  const t = useText()
  const params = { leagueId: league.id }
  return (
    <DeleteSection
      name={league.name}
      edit={edit}
      onDeleted={onDeleted}
      title={t('organiser.deleteLeague')}
      description={t('organiser.deleteLeagueWhy')}
      queryKey={[...LEAGUES_KEY, 'one', league.id]}
      remove={(ifMatch) => call(leagues.delete, { params, ifMatch })}
      restore={() => call(leagues.restore, { params })}
    />
  )
}
