import { leagues, type League } from '@pitboard/contract/leagues/league'
import { leaguePictures } from '@pitboard/contract/leagues/league-pictures'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMessage } from '../../changes/use-draft.ts'
import { errorText } from '../../messages/error-text.ts'
import { useText } from '../../messages/use-text.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { LeagueOwner } from '../leagues/league-hero.tsx'
import { LEAGUES_KEY } from '../leagues/league-queries.ts'
import { toTyped } from './league-fields.tsx'
import { LeagueForm } from './league-form.tsx'
import { PictureField } from './picture-field.tsx'

const BLANK = {
  name: '',
  description: '',
  discord: '',
  website: '',
  links: [],
  accentColour: null,
  isPublic: false,
  hasRatings: true,
}

interface CreateLeagueProps {
  readonly owner: LeagueOwner
  readonly onMade: (league: League) => void
}

export function CreateLeague({ owner, onMade }: CreateLeagueProps) {
  const t = useText()
  const queries = useQueryClient()
  const draft = useMessage(toTyped(BLANK))
  const [logo, setLogo] = useState<string | null>(null)
  const [banner, setBanner] = useState<string | null>(null)

  /** The league is made, so that a banner that could not be saved is chosen again in its editor. */
  async function saveBanner({ id, version }: League): Promise<void> {
    if (banner === null) return
    const target = { params: { leagueId: id }, ifMatch: version }
    try {
      await call(leaguePictures.banner.set, { ...target, body: { bannerBase64: banner } })
    } catch (error) {
      void showToast({
        title: t('organiser.bannerNotSaved'),
        description: errorText(error, t),
        tone: 'bad',
      })
    }
  }

  return (
    <LeagueForm
      label={t('organiser.newLeague')}
      submitLabel={t('organiser.createLeague')}
      draft={draft}
      owner={owner}
      logo={logo}
      banner={banner}
      pictures={
        <div className="flex flex-col gap-6">
          <PictureField kind="thumbnail" src={logo} onChange={setLogo} />
          <PictureField kind="banner" src={banner} onChange={setBanner} />
        </div>
      }
      onSave={async (fields) => {
        const created = await call(leagues.create, { body: { ...fields, thumbnailBase64: logo } })
        await saveBanner(created)
        await queries.invalidateQueries({ queryKey: LEAGUES_KEY })
        onMade(created)
        return created.version
      }}
    />
  )
}
