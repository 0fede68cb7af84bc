import { useText } from '../../messages/use-text.ts'
import { ButtonLink } from '../buttons/link.tsx'

export function NotFound() {
  const t = useText()
  return (
    <div className="grid justify-items-center gap-3 py-16 text-center">
      <PageTitle page={t('shell.notFound')} />
      <p aria-hidden="true" className="timing text-figure font-semibold text-faint">
        404
      </p>
      <h1>{t('shell.notFound')}</h1>
      <p className="mb-3 max-w-prose text-muted">{t('shell.notFoundWhy')}</p>
      <ButtonLink to="/">{t('shell.goHome')}</ButtonLink>
    </div>
  )
}

/** What the browser's tab says, whichever way the page was reached. */
export function PageTitle({ page }: { readonly page: string }) {
  return <title>{useText()('shell.title', { page })}</title>
}
