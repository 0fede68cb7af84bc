import type { IdTables } from '../formats/format-table.ts'
import { drivers } from './drivers-2025.ts'
import { ids as before } from './ids-2024.ts'
import { teams } from './teams-2025.ts'
import { tracks } from './tracks-2025.ts'

export const ids: IdTables = { ...before, drivers, teams, tracks }
