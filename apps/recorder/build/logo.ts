import { fileURLToPath } from 'node:url'

/** The program's icon is drawn of the logo of the site. */
export const LOGO = fileURLToPath(new URL('../../web/public/icon.svg', import.meta.url))
