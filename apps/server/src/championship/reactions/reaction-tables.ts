import type { NewsReaction } from '@pitboard/contract/leagues/news-reactions'

declare module '../../platform/db/tables.ts' {
  interface Refinements {
    news_reaction: {
      kind: NewsReaction['kind']
      reaction: NewsReaction['reaction']
    }
  }
}
