import { drivers as before } from './drivers-2025.ts'

/** Driver ids that are new or mean another driver in the 2026 appendix. */
export const drivers: Readonly<Record<number, string>> = {
  ...before,
  10: 'Nico Hülkenberg',
  186: 'Luke Browning',
  187: 'Cian Shields',
  188: 'Arvid Lindblad',
  189: 'Dino Beganovic',
  190: 'Leonardo Fornaroli',
  191: 'Oliver Goethe',
  192: 'Gabriele Minì',
  193: 'Sebastián Montoya',
  194: 'Alexander Dunne',
  195: 'Max Esterson',
  196: 'Sami Meguetounif',
  197: 'John Bennett',
}
