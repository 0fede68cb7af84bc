import type { TrackMatch } from '@pitboard/contract/search/search'
import type { Text } from '../../messages/create-text.ts'

/** Returns why a track was found. It is empty where its own name was. */
export function reasonOf({ by, value }: TrackMatch, t: Text): string {
  switch (by) {
    case 'name':
      return ''
    case 'place':
      return t('search.otherName', { name: value })
    case 'country': {
      const names = new Intl.DisplayNames(t.locale, { type: 'region' })
      return t('search.country', { country: names.of(value) ?? value })
    }
  }
}
