import type { RosterTeam } from '@pitboard/contract/roster/roster'
import { teamPictures } from '@pitboard/contract/roster/team-pictures'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { PICTURE_TYPES, readPicture } from '../../changes/read-picture.ts'
import { useText } from '../../messages/use-text.ts'
import { TeamPicture } from '../../timing/team-picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { FilePicker } from '../../ui/forms/file-picker.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { useEditedSeason } from '../season/edited-season.ts'

/** The server stores no larger side. */
const SIDE_MAX = 256

interface TeamPictureFieldProps {
  readonly team: RosterTeam
  /** The editor shows the team under this number. */
  readonly number: number
}

/** Sets, replaces or removes the picture of a saved team, without saving the rest of the roster. */
export function TeamPictureField({ team, number }: TeamPictureFieldProps) {
  const { season, edit } = useEditedSeason()
  const t = useText()
  const [isSaving, setSaving] = useState(false)
  const params = { seasonId: season.id, teamId: team.id }

  async function save(pictureBase64: string | null): Promise<void> {
    setSaving(true)
    await edit.runWithToast(
      (ifMatch) =>
        pictureBase64 === null
          ? call(teamPictures.remove, { params, ifMatch })
          : call(teamPictures.set, { params, ifMatch, body: { pictureBase64 } }),
      {
        done: t(
          pictureBase64 === null ? 'organiser.didRemoveTeamPicture' : 'organiser.didSetTeamPicture',
        ),
      },
    )
    setSaving(false)
  }

  async function choose(file: File): Promise<void> {
    const { url, fault } = await readPicture(file, SIDE_MAX, t)
    if (fault !== null) void showToast({ title: fault, tone: 'bad' })
    else await save(url)
  }

  return (
    <div className="flex items-center gap-2">
      <TeamPicture
        size="large"
        source={{
          ...params,
          pictureId: team.pictureId,
          isPrivate: season.visibility === 'private',
        }}
      />
      <FilePicker
        label={t('roster.choosePicture')}
        name={t('roster.chooseTeamPicture', { number })}
        accept={PICTURE_TYPES}
        loading={isSaving}
        onFiles={([file]) => file && void choose(file)}
      />
      {team.pictureId !== null && (
        <Button
          look="quiet"
          aria-label={t('roster.removeTeamPicture', { number })}
          disabled={isSaving}
          onClick={() => void save(null)}
        >
          {t('roster.removePicture')}
        </Button>
      )}
    </div>
  )
}
