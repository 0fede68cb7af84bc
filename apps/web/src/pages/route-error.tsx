import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageError } from '../ui/shell/page-error.tsx'

/** What stands where what a page asks for first did not come, or what it shows made it fail. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <PageError error={error} retry={() => void router.invalidate()} />
}
