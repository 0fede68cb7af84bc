import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageNotFetched } from '../lazy-page.ts'
import { PageError } from '../ui/shell/page-error.tsx'

/** What stands where a page's code or what it asks for first did not come. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  function retry() {
    if (!navigator.onLine) return
    if (error instanceof PageNotFetched) location.reload()
    else void router.invalidate()
  }
  return <PageError error={error} retry={retry} />
}
