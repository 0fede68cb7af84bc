import { drivers as before } from './drivers-2024.ts'

/** Driver ids that are new or mean another driver in the 2025 appendix. */
export const drivers: Readonly<Record<number, string>> = {
  ...before,
  10: 'Nico Hülkenburg',
  14: 'Sergio Pérez',
  32: 'Naota Izumi',
  34: 'Lars Kaufmann',
  80: 'Guanyu Zhou',
  160: 'Paul Aron',
  161: 'Gabriel Bortoleto',
  162: 'Franco Colapinto',
  163: 'Taylor Barnard',
  164: 'Joshua Dürksen',
  165: 'Andrea-Kimi Antonelli',
  166: 'Ritomo Miyata',
  167: 'Rafael Villagómez',
  168: 'Zak O’Sullivan',
  169: 'Pepe Marti',
  170: 'Sonny Hayes',
  171: 'Joshua Pearce',
  172: 'Callum Voisin',
  173: 'Matias Zagazeta',
  174: 'Nikola Tsolov',
  175: 'Tim Tramnitz',
  185: 'Luca Cortez',
}
