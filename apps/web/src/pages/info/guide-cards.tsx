import { useText } from '../../messages/use-text.ts'
import { CardLink } from '../../ui/buttons/link.tsx'
import { GUIDES, type Guide } from './guides.ts'

/** Lists the guides with what each is about, except the one that is being read. */
export function GuideCards({ without }: { readonly without?: Guide['path'] }) {
  const t = useText()
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {GUIDES.filter(({ path }) => path !== without).map(({ path, title, lead }) => (
        <li key={path}>
          <CardLink to={path}>
            <span className="font-timing text-timing font-semibold">{t(title)}</span>
            <span className="mt-1 block text-muted">{t(lead)}</span>
          </CardLink>
        </li>
      ))}
    </ul>
  )
}
