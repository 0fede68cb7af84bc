import { isDeepStrictEqual } from 'node:util'
import { changedSince, readNoted } from '../../history/find-change.ts'
import { NOTED } from './noted.ts'
import type { TakeBack } from './take-back.ts'

export const takeBackUpdate: TakeBack = async (_db, season, details) => {
  const { name, pointsSystem } = readNoted(NOTED.updated, details)
  if (name && name.after !== season.name) throw changedSince()
  if (pointsSystem && !isDeepStrictEqual(pointsSystem.after, season.points_system)) {
    throw changedSince()
  }
  return {
    ...(name && { name: name.before }),
    ...(pointsSystem && { points_system: JSON.stringify(pointsSystem.before) }),
  }
}

export const takeBackAliases: TakeBack = async (_db, season, details) => {
  const { before, after } = readNoted(NOTED.aliases, details)
  if (!isDeepStrictEqual(after, season.aliases)) throw changedSince()
  return { aliases: JSON.stringify(before) }
}

export const takeBackDismissal: TakeBack = async (_db, { dismissed_merges: known }, details) => {
  const { names } = readNoted(NOTED.suggestionDismissed, details)
  const left = known.filter((each) => !isDeepStrictEqual(each, names))
  return { dismissed_merges: JSON.stringify(left) }
}
