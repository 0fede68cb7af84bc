/** The words name the page of a search. */
export const searchPage = {
  title: 'Search: {search}',
} as const
