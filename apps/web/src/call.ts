import { createClient } from '@pitboard/contract/client'

/** Calls the server that sent the page. */
export const call = createClient({ baseUrl: '', fetch: (...input) => fetch(...input) })
