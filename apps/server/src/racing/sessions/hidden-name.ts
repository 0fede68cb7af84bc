import type { Driver } from '@pitboard/contract/driver'

/** The game puts "Player" in place of the name of whoever hides it from others. */
export function isNameHidden({ name, isHuman }: Pick<Driver, 'name' | 'isHuman'>): boolean {
  return name === '' || (isHuman && name === 'Player')
}
