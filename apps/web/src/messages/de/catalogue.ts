import { session } from './session.ts'
import { shell } from './shell.ts'
import { timing } from './timing.ts'
import { ui } from './ui.ts'

/** What every page may need; the long texts come with their pages. */
export const catalogue = {
  shell,
  ui,
  timing,
  session,
}
