import { STEWARD_MAX } from '@pitboard/contract/stewards/steward-case'
import type { Text } from '../../messages/create-text.ts'
import type { TypedField } from '../../ui/forms/form-fields.tsx'

/** Shows addresses that users typed as text, without a preview; search engines do not follow them. */
export function ClipLinks({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className="flex flex-col gap-1 text-small">
      {links.map((link) => (
        <li key={link} className="wrap-anywhere">
          <a href={link} rel="noopener noreferrer nofollow" target="_blank" className="text-link">
            {link}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Each line is one address. */
export function linksField(t: Text): TypedField<'links'> {
  return {
    kind: 'textArea',
    name: 'links',
    rows: 2,
    label: t('stewards.links'),
    hint: t('stewards.linksHint', { max: STEWARD_MAX.links }),
    check: (typed) => {
      const links = readLinks(typed)
      const isValid = links.every((link) => URL.canParse(link) && link.startsWith('https://'))
      return (!isValid || links.length > STEWARD_MAX.links) && t('stewards.linksFault')
    },
  }
}

export function readLinks(typed: string): string[] {
  return typed.split(/\s+/).filter((link) => link !== '')
}
