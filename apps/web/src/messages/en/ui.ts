import type { Area } from '../message.ts'

export const ui = {
  close: 'Close',
  loading: 'Loading',
  copy: 'Copy',
  copied: 'Copied',
  copyLink: 'Copy the link',
  showPassword: 'Show the password',
  tryAgain: 'Try again',
  offline: 'You are offline. Try again once the network is back.',
  notReached: 'The server could not be reached.',
  unexpected: 'Something unexpected happened.',
  pages: 'Pages',
  pageOf: 'Page {page} of {count}',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  columns: 'Columns',
  sortBy: 'Sort by',
  originalOrder: 'Original order',
  ascending: '{column}, ascending',
  descending: '{column}, descending',
} as const satisfies Area
