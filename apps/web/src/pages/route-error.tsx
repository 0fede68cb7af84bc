import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PageError } from '../ui/shell/page-error.tsx'

/** It stands where what a page asks for first did not come, or where what it shows made it fail. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <PageError error={error} retry={() => void router.invalidate()} />
}
