import { ApiException } from '@pitboard/contract/wire/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Only requests that did not reach the server, or failed in it, are retried.
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      // A part that shows an error mounts with it. A new request would make the query pending, which
      // unmounts the part again: pages asked thousands of times. Loaders and buttons do try again.
      retryOnMount: false,
      // On a slow network the code of a page comes this much later than its data, which were requested beside it.
      staleTime: 10_000,
    },
    // Without a network a change fails at once and says so, instead of waiting for the network.
    mutations: { networkMode: 'always' },
  },
})

function isRefusal(error: Error): boolean {
  return error instanceof ApiException && error.status < 500
}
