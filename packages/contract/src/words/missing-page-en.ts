/** The words stand where a page is not there. */
export const missingPage = {
  notFound: 'Page not found',
} as const
