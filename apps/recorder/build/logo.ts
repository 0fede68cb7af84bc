import { fileURLToPath } from 'node:url'

/** The logo of the site, of which the program's icon is drawn. */
export const LOGO = fileURLToPath(new URL('../../web/public/icon.svg', import.meta.url))
