import { useText } from '../../messages/use-text.ts'

/** What the browser's tab says, whichever way the page was reached. */
export function PageTitle({ page }: { readonly page: string }) {
  return <title>{useText()('shell.title', { page })}</title>
}
