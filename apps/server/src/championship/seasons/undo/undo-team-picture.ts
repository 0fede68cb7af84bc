import { changedAgain, noLongerUndoable, readDetails } from '../../history/changes.ts'
import { findTeamPicture, restoreTeamPicture, setTeamPicture } from '../roster/team-pictures.ts'
import { DETAILS, type UndoSeasonChange } from './change-details.ts'

export const undoTeamPicture: UndoSeasonChange = async (db, season, details, undone) => {
  const { teamId, before, after } = readDetails(DETAILS.teamPicture, details)
  const place = { seasonId: season.id, teamId }
  const current = (await findTeamPicture(db, place))?.etag ?? null
  if (current !== after) throw changedAgain()
  const version = season.version + 1
  if (before === null) await setTeamPicture(db, place, version, null)
  else if (!(await restoreTeamPicture(db, place, { archived: undone.version, version })))
    throw noLongerUndoable()
  return undefined
}
