import type { Season } from '@pitboard/contract/seasons/season'
import { createContext, use } from 'react'
import type { Edit } from '../../changes/use-edit.ts'

interface EditedSeason {
  readonly season: Season
  readonly edit: Edit
}

export const EditedSeasonContext = createContext<EditedSeason | null>(null)

/** Returns the season that the page edits, as it is now. Throws outside of its editor. */
export function useEditedSeason(): EditedSeason {
  const edited = use(EditedSeasonContext)
  if (!edited) throw new Error('No season is edited here')
  return edited
}
