import { aSystem } from '../season.fixture.ts'
import type { Championship, OfficialTable } from './championship.fixture.ts'

/**
 * In the Formula One season of 1988 a driver's best eleven of sixteen races counted, every race for constructors.
 * Retired drivers are left out. The results come from Ergast's `results.csv` and agree with f1db's race files.
 */
export const CHAMPIONSHIP_1988: Championship = {
  system: aSystem({ race: [9, 6, 4, 3, 2, 1], countBest: 11 }),
  teams: {
    McLaren: 'SEN PRO',
    Ferrari: 'BER ALB',
    Benetton: 'BOU NAN',
    Lotus: 'PIQ NAK',
    Arrows: 'WAR CHE',
    March: 'CAP GUG',
    Williams: 'MAN PAT BRU SCS',
    Tyrrell: 'PAL BAI',
    Rial: 'DEC',
    Minardi: 'SAL CAM MAR',
    Lola: 'DAL ALL SUZ',
    Ligier: 'JOH ARN',
    Osella: 'LAR',
    AGS: 'STR',
    Coloni: 'TAR',
    Zakspeed: 'GHI SCD',
    EuroBrun: 'MOD LAU',
    Dallara: 'CAF',
  },
  rounds: [
    { name: 'Brazil', race: 'PRO BER PIQ WAR ALB NAK BOU CHE JOH ! SEN' },
    {
      name: 'San Marino',
      race: 'SEN PRO PIQ BOU BER NAN CHE NAK WAR STR SAL DAL PAT PAL GUG CAM ALL ALB',
    },
    { name: 'Monaco', race: 'PRO BER ALB WAR PAL PAT DAL BOU LAR CAP' },
    { name: 'Mexico', race: 'PRO SEN BER ALB WAR CHE NAN BOU DAL JOH SAL STR LAU TAR GHI CAP' },
    { name: 'Canada', race: 'SEN PRO BOU PIQ CAP PAL WAR TAR DEC ALL NAK MOD SAL GHI' },
    { name: 'Detroit', race: 'SEN PRO BOU DEC PAL MAR DAL CAF BAI' },
    { name: 'France', race: 'PRO SEN ALB BER PIQ NAN NAK GUG CAP DEC CHE CAF DAL MOD MAR' },
    {
      name: 'Great Britain',
      race: 'SEN MAN NAN GUG PIQ WAR CHE PAT BER NAK CAF MOD DAL ALL MAR BAI ALB ARN LAR',
    },
    {
      name: 'Germany',
      race: 'SEN PRO BER ALB CAP BOU WAR GUG NAK CHE PAL SCD DEC GHI CAF LAU ARN NAN DAL',
    },
    { name: 'Hungary', race: 'SEN PRO BOU BER GUG PAT NAK PIQ DAL SAL MOD ALL TAR' },
    { name: 'Belgium', race: 'SEN PRO CAP PIQ WAR CHE BRU CAF ALL STR JOH PAL SCD ! BOU NAN' },
    { name: 'Italy', race: 'BER ALB CHE WAR CAP BOU PAT GUG NAN SEN SCS BAI ARN' },
    { name: 'Portugal', race: 'PRO CAP BOU WAR ALB SEN CAF SAL STR ARN TAR LAR' },
    { name: 'Spain', race: 'PRO MAN NAN SEN PAT BER GUG PIQ BOU CAF DAL SAL MOD ALL' },
    { name: 'Japan', race: 'SEN PRO BOU BER NAN PAT NAK STR ALL GUG ALB PAL MAR BAI SAL SUZ ARN' },
    { name: 'Australia', race: 'PRO SEN PIQ PAT BOU CAP MAR DEC JOH ALL STR' },
  ],
}

/**
 * These drivers scored, by Ergast (`driver_standings.csv`). f1db lets the last two share the place, because it
 * considers only places that paid points.
 */
export const DRIVERS_1988: OfficialTable = [
  [1, 90, 'SEN'],
  [2, 87, 'PRO'],
  [3, 41, 'BER'],
  [4, 27, 'BOU'],
  [5, 24, 'ALB'],
  [6, 22, 'PIQ'],
  [7, 17, 'CAP'],
  [8, 17, 'WAR'],
  [9, 12, 'MAN'],
  [10, 12, 'NAN'],
  [11, 8, 'PAT'],
  [12, 6, 'CHE'],
  [13, 5, 'GUG'],
  [14, 5, 'PAL'],
  [15, 3, 'DEC'],
  [16, 1, 'NAK'],
  [17, 1, 'MAR'],
]

/** These teams scored, by f1db (`constructor-standings.yml`). */
export const TEAMS_1988: OfficialTable = [
  [1, 199, 'McLaren'],
  [2, 65, 'Ferrari'],
  [3, 39, 'Benetton'],
  [4, 23, 'Lotus'],
  [5, 23, 'Arrows'],
  [6, 22, 'March'],
  [7, 20, 'Williams'],
  [8, 5, 'Tyrrell'],
  [9, 3, 'Rial'],
  [10, 1, 'Minardi'],
]
