import { useText } from '../../messages/use-text.ts'
import { FormPage, type FormPageProps } from '../../ui/layout/form-page.tsx'

/** Returns where links of mails and other sites come back to. */
export function returnAddress(redirect: string): string {
  return location.origin + (redirect || '/dashboard')
}

/** Shows beside each of the account forms what an account is good for. */
export function AccountPage(props: Pick<FormPageProps, 'title' | 'below' | 'children'>) {
  const t = useText()
  return <FormPage aboutTitle={t('account.worthIt')} about={t('account.worthItWhy')} {...props} />
}
