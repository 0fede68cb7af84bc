import { useText } from '../../messages/use-text.ts'
import { OutsideLink } from '../../ui/buttons/link.tsx'
import { Skeleton } from '../../ui/states/page-skeleton.tsx'
import { useSite } from './site-query.ts'

/** Shows the operator of this server, as the law requires; it is a notice while none is configured. */
export function Operator() {
  const t = useText()
  const site = useSite()
  if (!site) return <Skeleton className="h-32" />
  if (!site.operator) {
    return (
      <p role="note" className="rounded-m border-l-4 border-secondary bg-panel px-4 py-3">
        {t('legal.operatorUnset')}
      </p>
    )
  }
  const { name, address, email } = site.operator
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">{t('legal.operator')}</dt>
      <dd>{name}</dd>
      <dt className="text-muted">{t('legal.address')}</dt>
      <dd className="whitespace-pre-line">{address}</dd>
      <dt className="text-muted">{t('legal.email')}</dt>
      <dd className="wrap-anywhere">
        <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>
      </dd>
    </dl>
  )
}
