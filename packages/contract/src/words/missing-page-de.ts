import type { Translation } from './message.ts'
import type { missingPage as english } from './missing-page-en.ts'

export const missingPage = {
  notFound: 'Seite nicht gefunden',
} as const satisfies Translation<typeof english>
