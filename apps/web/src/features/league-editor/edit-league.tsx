import { leagues, type League } from '@pitboard/contract/leagues/league'
import { type LeaguePictureKind, leaguePictures } from '@pitboard/contract/leagues/league-pictures'
import { call } from '../../api/call.ts'
import { changedPart } from '../../changes/draft.ts'
import { useDraft } from '../../changes/use-draft.ts'
import type { Edit } from '../../changes/use-edit.ts'
import { useText } from '../../messages/use-text.ts'
import { useBanner, useLogo } from '../leagues/league-pictures.tsx'
import { toTyped } from './league-fields.tsx'
import { LeagueForm } from './league-form.tsx'
import { PictureField } from './picture-field.tsx'

export function EditLeague({ league, edit }: { readonly league: League; readonly edit: Edit }) {
  const t = useText()
  const draft = useDraft({ value: toTyped(league), version: league.version })
  const logo = useLogo(league)
  const banner = useBanner(league)
  const params = { leagueId: league.id }

  async function setPicture(kind: LeaguePictureKind, picture: string | null): Promise<void> {
    const done = t(picture === null ? 'organiser.didRemovePicture' : 'organiser.didSetPicture')
    await edit.runWithToast(
      (ifMatch) => {
        const target = { params, ifMatch }
        if (picture === null) return call(leaguePictures[kind].remove, target)
        return kind === 'banner'
          ? call(leaguePictures.banner.set, { ...target, body: { bannerBase64: picture } })
          : call(leaguePictures.thumbnail.set, { ...target, body: { thumbnailBase64: picture } })
      },
      { done },
    )
  }

  return (
    <LeagueForm
      label={t('organiser.league')}
      submitLabel={t('organiser.save')}
      owner={league}
      draft={draft}
      logo={logo}
      banner={banner}
      pictures={
        <div className="flex flex-col gap-6">
          <PictureField
            kind="thumbnail"
            src={logo}
            onChange={(picture) => void setPicture('thumbnail', picture)}
          />
          <PictureField
            kind="banner"
            src={banner}
            onChange={(picture) => void setPicture('banner', picture)}
          />
        </div>
      }
      onSave={(fields, seen) => {
        const body = changedPart(league, fields)
        return edit.run((ifMatch) => call(leagues.update, { params, body, ifMatch }), {
          done: t('organiser.saved'),
          seen,
        })
      }}
    />
  )
}
