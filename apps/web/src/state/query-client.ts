import { ApiException } from '@pitboard/contract/wire/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // An answer stays an answer: only what never reached the server, or broke there, is tried again.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      staleTime: 2000,
    },
  },
})

function isRefusal(error: Error): boolean {
  return error instanceof ApiException && error.status < 500
}
