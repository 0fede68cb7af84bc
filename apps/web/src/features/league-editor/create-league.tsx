import { leagues, type League, type LeagueFields } from '@pitboard/contract/leagues/league'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { leagueFields, readLeagueFields } from './league-fields.tsx'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'
import { PictureField } from './picture-field.tsx'

const BLANK = {
  ...{ name: '', description: '', discord: '', website: '', links: [], accentColour: null },
  isPublic: false,
}

export function CreateLeague({ onMade }: { readonly onMade: (league: League) => void }) {
  const text = useText()
  const queries = useQueryClient()
  const [picture, setPicture] = useState<string | null>(null)

  return (
    <Form<keyof LeagueFields | 'thumbnailBase64'>
      label={text('organiser.newLeague')}
      submitLabel={text('organiser.createLeague')}
      fields={[
        ...leagueFields(BLANK, text),
        {
          ...{ kind: 'custom', name: 'thumbnailBase64' },
          render: () => (
            <PictureField name={text('leagues.title')} src={picture} onChange={setPicture} />
          ),
        },
      ]}
      onSubmit={async (values) => {
        const body = { ...readLeagueFields(values), thumbnailBase64: picture }
        const created = await call(leagues.create, { body })
        await queries.invalidateQueries({ queryKey: LEAGUES_KEY })
        onMade(created)
      }}
    />
  )
}
