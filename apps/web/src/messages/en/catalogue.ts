import { session } from './session.ts'
import { shell } from './shell.ts'
import { timing } from './timing.ts'
import { ui } from './ui.ts'

/** Every page may need these; the long texts come with their pages. */
export const catalogue = {
  shell,
  ui,
  timing,
  session,
}
