import type { IdTables } from '../formats/format-table.ts'
import { drivers } from './drivers-2026.ts'
import { ids as before } from './ids-2025.ts'
import { teams } from './teams-2026.ts'

export const ids: IdTables = { ...before, drivers, teams }
