import type { IdTables } from '../formats/format-table.ts'
import { drivers } from './drivers-2023.ts'
import { ids as before } from './ids-2022.ts'
import { teams } from './teams-2023.ts'
import { tracks } from './tracks-2023.ts'

export const ids: IdTables = { ...before, drivers, teams, tracks }
