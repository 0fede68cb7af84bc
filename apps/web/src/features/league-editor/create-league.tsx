import { leagues, type League } from '@pitboard/contract/leagues/league'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { formErrorsOf } from '../../changes/problem-messages.ts'
import { useText } from '../../messages/use-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { checkLeague, LEAGUE_FIELDS, leagueEntries, LeagueFields } from './league-fields.tsx'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'
import { PictureField } from './picture-field.tsx'

const BLANK = { name: '', description: '', discord: '', website: '', isPublic: false }

export function CreateLeague({ onMade }: { readonly onMade: (league: League) => void }) {
  const text = useText()
  const queries = useQueryClient()
  const [picture, setPicture] = useState<string | null>(null)

  async function create(entries: FormData) {
    const league = leagueEntries(entries)
    const faults = checkLeague(league, text)
    if (faults) return faults
    try {
      const made = await call(leagues.create, { body: { ...league, thumbnailBase64: picture } })
      await queries.invalidateQueries({ queryKey: LEAGUES_KEY })
      onMade(made)
      return null
    } catch (error) {
      return formErrorsOf(error, text, LEAGUE_FIELDS)
    }
  }

  return (
    <Form
      label={text('organiser.newLeague')}
      submitLabel={text('organiser.createLeague')}
      onSubmit={create}
    >
      {(errors) => (
        <>
          <LeagueFields league={BLANK} errors={errors} />
          <PictureField name={text('leagues.title')} src={picture} onChange={setPicture} />
        </>
      )}
    </Form>
  )
}
