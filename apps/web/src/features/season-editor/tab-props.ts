import type { Season } from '@pitboard/contract/seasons/season'
import type { Edit } from '../../changes/use-edit.ts'

/** What each tab of the season editor gets. */
export interface TabProps {
  readonly season: Season
  readonly edit: Edit
}
