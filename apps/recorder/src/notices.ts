/**
 * The recorder contains code under these licences. The downloadable program has them written in:
 * apps/recorder/build/bundle.ts.
 */
export const NOTICES =
  'The licences of the packages that the recorder needs are in their folders in node_modules.\n'
