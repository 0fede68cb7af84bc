import { drivers as before } from './drivers-2023.ts'

/** Driver ids that are new or mean another driver in the 2024 appendix. */
export const drivers: Readonly<Record<number, string>> = {
  ...before,
  145: 'Zane Maloney',
  146: 'Victor Martins',
  147: 'Oliver Bearman',
  148: 'Jak Crawford',
  149: 'Isack Hadjar',
  150: 'Arthur Leclerc',
  151: 'Brad Benavides',
  152: 'Roman Stanek',
  153: 'Kush Maini',
  154: 'James Hunt',
  155: 'Juan Pablo Montoya',
  156: 'Brendon Leigh',
  157: 'David Tonizza',
  158: 'Jarno Opmeer',
  159: 'Lucas Blakeley',
}
