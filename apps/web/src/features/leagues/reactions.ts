import type {
  NewsReaction,
  Reaction,
  ReactionChange,
} from '@pitboard/contract/leagues/news-reactions'

export type NewsSubject = Pick<NewsReaction, 'kind' | 'id' | 'part'>

/** Finds a reaction to an item; undefined if nobody has it. */
export function findReaction(
  reactions: readonly NewsReaction[],
  { kind, id, part }: NewsSubject,
  reaction: Reaction,
): NewsReaction | undefined {
  return reactions.find(
    (one) => one.kind === kind && one.id === id && one.part === part && one.reaction === reaction,
  )
}

/** Returns the reactions as they are after a change of the reader. */
export function withReaction(
  reactions: readonly NewsReaction[],
  { isSet, ...wanted }: ReactionChange,
): NewsReaction[] {
  const known = findReaction(reactions, wanted, wanted.reaction)
  if ((known?.isOwn ?? false) === isSet) return [...reactions]
  const count = (known?.count ?? 0) + (isSet ? 1 : -1)
  const others = reactions.filter((one) => one !== known)
  return count > 0 ? [...others, { ...wanted, count, isOwn: isSet }] : others
}
