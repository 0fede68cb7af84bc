import type { Translation } from './message.ts'
import type { searchPage as english } from './search-page-en.ts'

export const searchPage = {
  title: 'Suche: {search}',
} as const satisfies Translation<typeof english>
