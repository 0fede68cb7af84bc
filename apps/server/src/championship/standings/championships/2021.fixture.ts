import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { Championship, OfficialTable } from './championship.fixture.ts'

/**
 * The Formula One season of 2021 had half points for one lap of forty-four at Spa, sprints that paid 3-2-1, and a point
 * for the fastest lap of the first ten. The results come from Ergast's `results.csv` and `sprint_results.csv`.
 */
export const CHAMPIONSHIP_2021: Championship = {
  system: POINTS_PRESETS['f1-2019'],
  teams: {
    Mercedes: 'HAM BOT',
    'Red Bull': 'VER PER',
    Ferrari: 'LEC SAI',
    McLaren: 'NOR RIC',
    Alpine: 'ALO OCO',
    AlphaTauri: 'GAS TSU',
    'Aston Martin': 'VET STR',
    Williams: 'RUS LAT',
    'Alfa Romeo': 'RAI GIO KUB',
    Haas: 'MSC MAZ',
  },
  rounds: [
    {
      name: 'Bahrain',
      race: 'HAM VER BOT* NOR PER LEC RIC SAI TSU STR RAI GIO OCO RUS VET MSC GAS LAT | ALO MAZ',
    },
    {
      name: 'Emilia Romagna',
      race: 'VER HAM* NOR LEC SAI RIC GAS STR OCO ALO PER TSU RAI GIO VET MSC MAZ | BOT RUS LAT',
    },
    {
      name: 'Portugal',
      race: 'HAM VER BOT* PER NOR LEC OCO ALO RIC GAS SAI GIO VET STR TSU RUS MSC LAT MAZ | RAI',
    },
    {
      name: 'Spain',
      race: 'HAM VER* BOT LEC PER RIC SAI NOR OCO GAS STR RAI VET RUS GIO LAT ALO MSC MAZ | TSU',
    },
    {
      name: 'Monaco',
      race: 'VER SAI NOR PER VET GAS HAM* STR OCO GIO RAI RIC ALO RUS LAT TSU MAZ MSC | BOT',
    },
    {
      name: 'Azerbaijan',
      race: 'PER VET GAS LEC NOR ALO TSU SAI RIC RAI GIO BOT MSC MAZ HAM LAT | RUS VER* STR OCO',
    },
    {
      name: 'France',
      race: 'VER* HAM PER BOT NOR RIC GAS ALO VET STR SAI RUS TSU OCO GIO LEC RAI LAT MSC MAZ',
    },
    {
      name: 'Styria',
      race: 'VER HAM* BOT PER NOR SAI LEC STR ALO TSU RAI VET RIC OCO GIO MSC LAT MAZ | RUS GAS',
    },
    {
      name: 'Austria',
      race: 'VER* BOT NOR HAM SAI PER RIC LEC GAS ALO RUS TSU STR GIO RAI LAT VET MSC MAZ | OCO',
    },
    {
      name: 'Great Britain',
      race: 'HAM LEC BOT NOR RIC SAI ALO STR OCO TSU GAS RUS GIO LAT RAI PER* MAZ MSC | VET VER',
      sprint: 'VER HAM BOT LEC NOR RIC ALO VET RUS OCO SAI GAS RAI STR GIO TSU LAT MSC MAZ | PER',
    },
    {
      name: 'Hungary',
      race: 'OCO HAM SAI ALO GAS* TSU LAT RUS VER RAI RIC MSC GIO | MAZ NOR BOT PER LEC STR ! VET',
    },
    {
      name: 'Belgium',
      race: 'VER RUS HAM RIC VET GAS OCO LEC LAT SAI ALO BOT GIO NOR TSU MSC MAZ RAI PER STR',
      percent: 2,
    },
    {
      name: 'Netherlands',
      race: 'VER HAM* BOT GAS LEC ALO SAI PER OCO NOR RIC STR VET GIO KUB LAT RUS MSC | TSU MAZ',
    },
    {
      name: 'Italy',
      race: 'RIC* NOR BOT LEC PER SAI STR ALO RUS OCO LAT VET GIO KUB MSC | MAZ HAM VER GAS',
      sprint: 'BOT VER RIC NOR HAM LEC SAI GIO PER STR ALO VET OCO LAT RUS TSU MAZ KUB MSC | GAS',
    },
    {
      name: 'Russia',
      race: 'HAM VER SAI RIC BOT ALO NOR* RAI PER RUS STR VET GAS OCO LEC GIO TSU MAZ LAT | MSC',
    },
    {
      name: 'Turkey',
      race: 'BOT* VER PER LEC HAM GAS NOR SAI STR OCO GIO RAI RIC TSU RUS ALO LAT VET MSC MAZ',
    },
    {
      name: 'United States',
      race: 'VER HAM* PER LEC RIC BOT SAI NOR TSU VET GIO STR RAI RUS LAT MSC MAZ | ALO OCO GAS',
    },
    {
      name: 'Mexico City',
      race: 'VER HAM PER GAS LEC SAI VET RAI ALO NOR GIO RIC OCO STR BOT* RUS LAT MAZ | MSC TSU',
    },
    {
      name: 'São Paulo',
      race: 'HAM VER BOT PER* LEC SAI GAS OCO ALO NOR VET RAI RUS GIO TSU LAT MAZ MSC | RIC STR',
      sprint: 'BOT VER SAI PER HAM NOR LEC GAS OCO VET RIC ALO GIO STR TSU LAT RUS RAI MSC MAZ',
    },
    {
      name: 'Qatar',
      race: 'HAM VER* ALO PER OCO STR SAI LEC NOR VET GAS RIC TSU RAI GIO MSC RUS MAZ | LAT BOT',
    },
    {
      name: 'Saudi Arabia',
      race: 'HAM* VER BOT OCO RIC GAS LEC SAI GIO NOR STR LAT ALO TSU RAI | VET PER MAZ RUS MSC',
    },
    {
      name: 'Abu Dhabi',
      race: 'VER* HAM SAI TSU GAS BOT NOR ALO OCO LEC VET RIC STR MSC PER | LAT GIO RUS RAI',
    },
  ],
}

/** The table is f1db's `driver-standings.yml`; the last three scored nothing and are apart by countback. */
export const DRIVERS_2021: OfficialTable = [
  [1, 395.5, 'VER'],
  [2, 387.5, 'HAM'],
  [3, 226, 'BOT'],
  [4, 190, 'PER'],
  [5, 164.5, 'SAI'],
  [6, 160, 'NOR'],
  [7, 159, 'LEC'],
  [8, 115, 'RIC'],
  [9, 110, 'GAS'],
  [10, 81, 'ALO'],
  [11, 74, 'OCO'],
  [12, 43, 'VET'],
  [13, 34, 'STR'],
  [14, 32, 'TSU'],
  [15, 16, 'RUS'],
  [16, 10, 'RAI'],
  [17, 7, 'LAT'],
  [18, 3, 'GIO'],
  [19, 0, 'MSC'],
  [20, 0, 'KUB'],
  [21, 0, 'MAZ'],
]

/** The table is f1db's `constructor-standings.yml` after the last round. */
export const TEAMS_2021: OfficialTable = [
  [1, 613.5, 'Mercedes'],
  [2, 585.5, 'Red Bull'],
  [3, 323.5, 'Ferrari'],
  [4, 275, 'McLaren'],
  [5, 155, 'Alpine'],
  [6, 142, 'AlphaTauri'],
  [7, 77, 'Aston Martin'],
  [8, 23, 'Williams'],
  [9, 13, 'Alfa Romeo'],
  [10, 0, 'Haas'],
]
