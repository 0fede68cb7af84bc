import { leagues, type League } from '@pitboard/contract/leagues/league'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import type { LeagueOwner } from '../leagues/league-hero.tsx'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'
import { LeagueForm } from './league-form.tsx'
import { PictureField } from './picture-field.tsx'

const BLANK = {
  ...{ name: '', description: '', discord: '', website: '', links: [], accentColour: null },
  isPublic: false,
}

interface CreateLeagueProps {
  readonly owner: LeagueOwner
  readonly onMade: (league: League) => void
}

export function CreateLeague({ owner, onMade }: CreateLeagueProps) {
  const text = useText()
  const queries = useQueryClient()
  const [logo, setLogo] = useState<string | null>(null)

  return (
    <LeagueForm
      label={text('organiser.newLeague')}
      submitLabel={text('organiser.createLeague')}
      league={BLANK}
      {...{ owner, logo }}
      banner={null}
      pictures={<PictureField kind="thumbnail" src={logo} onChange={setLogo} />}
      onSubmit={async (fields) => {
        const created = await call(leagues.create, { body: { ...fields, thumbnailBase64: logo } })
        await queries.invalidateQueries({ queryKey: LEAGUES_KEY })
        onMade(created)
      }}
    />
  )
}
