import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { Championship, OfficialTable } from './championship.fixture.ts'

/**
 * The Formula One season of 2022 had sprints that paid to eighth place, and a point for the fastest lap of the first
 * ten. Suzuka went 28 of 53 laps and paid in full, as a race that was resumed did that year. The results are those that
 * Formula One published (toUpperCase78/formula1-datasets).
 */
export const CHAMPIONSHIP_2022: Championship = {
  system: POINTS_PRESETS['f1-2022'],
  teams: {
    'Red Bull': 'VER PER',
    Ferrari: 'LEC SAI',
    Mercedes: 'RUS HAM',
    Alpine: 'OCO ALO',
    McLaren: 'NOR RIC',
    'Alfa Romeo': 'BOT ZHO',
    'Aston Martin': 'VET STR HUL',
    Haas: 'MAG MSC',
    AlphaTauri: 'GAS TSU',
    Williams: 'ALB LAT DEV',
  },
  rounds: [
    {
      name: 'Bahrain',
      race: 'LEC* SAI HAM RUS MAG BOT OCO TSU ALO ZHO MSC STR ALB RIC NOR LAT HUL PER VER | GAS',
    },
    {
      name: 'Saudi Arabia',
      race: 'VER LEC* SAI PER RUS OCO NOR GAS MAG HAM ZHO HUL STR ALB | BOT ALO RIC LAT',
    },
    {
      name: 'Australia',
      race: 'LEC* PER RUS HAM NOR RIC OCO BOT GAS ALB ZHO STR MSC MAG TSU LAT ALO | VER VET SAI',
    },
    {
      name: 'Emilia Romagna',
      race: 'VER* PER NOR RUS BOT LEC TSU VET MAG STR ALB GAS HAM OCO ZHO LAT MSC RIC | ALO SAI',
      sprint: 'VER LEC PER SAI NOR RIC BOT MAG ALO MSC RUS TSU VET HAM STR OCO GAS ALB LAT | ZHO',
    },
    {
      name: 'Miami',
      race: 'VER* LEC SAI PER RUS HAM BOT OCO ALB STR ALO TSU RIC LAT MSC MAG VET | GAS NOR ZHO',
    },
    {
      name: 'Spain',
      race: 'VER PER* RUS SAI HAM BOT OCO NOR ALO TSU VET RIC GAS MSC STR LAT MAG ALB | ZHO LEC',
    },
    {
      name: 'Monaco',
      race: 'PER SAI VER LEC RUS NOR* ALO HAM BOT VET GAS OCO RIC STR LAT ZHO TSU | ALB MSC MAG',
    },
    {
      name: 'Azerbaijan',
      race: 'VER PER* RUS HAM GAS VET ALO RIC NOR OCO BOT ALB TSU MSC LAT STR | MAG ZHO LEC SAI',
    },
    {
      name: 'Canada',
      race: 'VER SAI* HAM RUS LEC OCO BOT ZHO ALO STR RIC VET ALB GAS NOR LAT MAG | TSU MSC PER',
    },
    {
      name: 'Great Britain',
      race: 'SAI PER HAM* LEC ALO NOR VER MSC VET MAG STR LAT RIC TSU | OCO GAS BOT RUS ZHO ALB',
    },
    {
      name: 'Austria',
      race: 'LEC VER* HAM RUS OCO MSC NOR MAG RIC ALO BOT ALB STR ZHO GAS TSU VET | SAI LAT PER',
      sprint: 'VER LEC SAI RUS PER OCO MAG HAM MSC BOT NOR RIC STR ZHO GAS ALB TSU LAT VET',
    },
    {
      name: 'France',
      race: 'VER HAM RUS PER SAI* ALO NOR OCO RIC STR VET GAS ALB BOT MSC ZHO | LAT MAG LEC TSU',
    },
    {
      name: 'Hungary',
      race: 'VER HAM* RUS SAI PER LEC NOR ALO OCO VET STR GAS ZHO MSC RIC MAG ALB LAT TSU BOT',
    },
    {
      name: 'Belgium',
      race: 'VER* PER SAI RUS ALO LEC OCO VET GAS ALB STR NOR TSU ZHO RIC MAG MSC LAT | BOT HAM',
    },
    {
      name: 'Netherlands',
      race: 'VER* RUS LEC HAM PER ALO NOR SAI OCO STR GAS ALB MSC VET MAG ZHO RIC LAT | BOT TSU',
    },
    {
      name: 'Italy',
      race: 'VER LEC RUS SAI HAM PER* NOR GAS DEV ZHO OCO MSC BOT TSU LAT MAG | RIC STR ALO VET',
    },
    {
      name: 'Singapore',
      race: 'PER LEC SAI NOR RIC STR VER VET HAM GAS BOT MAG MSC RUS* | TSU OCO ALB ALO LAT ZHO',
    },
    {
      name: 'Japan',
      race: 'VER PER LEC OCO HAM VET ALO RUS LAT NOR RIC STR TSU MAG BOT ZHO* MSC GAS | SAI ALB',
      percent: 53,
      paidInFull: true,
    },
    {
      name: 'United States',
      race: 'VER HAM LEC PER RUS* NOR ALO VET MAG TSU OCO ZHO ALB GAS MSC RIC LAT | STR BOT SAI',
    },
    {
      name: 'Mexico',
      race: 'VER HAM PER RUS* SAI LEC RIC OCO NOR BOT GAS ALB ZHO VET STR MSC MAG LAT ALO | TSU',
    },
    {
      name: 'Brazil',
      race: 'RUS* HAM SAI LEC ALO VER PER OCO BOT STR VET ZHO MSC GAS ALB LAT TSU | NOR MAG RIC',
      sprint: 'RUS SAI HAM VER PER LEC NOR MAG VET GAS RIC MSC ZHO BOT TSU STR OCO ALO LAT | ALB',
    },
    {
      name: 'Abu Dhabi',
      race: 'VER LEC PER SAI RUS NOR* OCO STR RIC VET TSU ZHO ALB GAS BOT MSC MAG HAM LAT | ALO',
    },
  ],
}

/** The FIA published this table; countback separated equal points three times. */
export const DRIVERS_2022: OfficialTable = [
  [1, 454, 'VER'],
  [2, 308, 'LEC'],
  [3, 305, 'PER'],
  [4, 275, 'RUS'],
  [5, 246, 'SAI'],
  [6, 240, 'HAM'],
  [7, 122, 'NOR'],
  [8, 92, 'OCO'],
  [9, 81, 'ALO'],
  [10, 49, 'BOT'],
  [11, 37, 'RIC'],
  [12, 37, 'VET'],
  [13, 25, 'MAG'],
  [14, 23, 'GAS'],
  [15, 18, 'STR'],
  [16, 12, 'MSC'],
  [17, 12, 'TSU'],
  [18, 6, 'ZHO'],
  [19, 4, 'ALB'],
  [20, 2, 'LAT'],
  [21, 2, 'DEV'],
  [22, 0, 'HUL'],
]

/** The FIA published this table. */
export const TEAMS_2022: OfficialTable = [
  [1, 759, 'Red Bull'],
  [2, 554, 'Ferrari'],
  [3, 515, 'Mercedes'],
  [4, 173, 'Alpine'],
  [5, 159, 'McLaren'],
  [6, 55, 'Alfa Romeo'],
  [7, 55, 'Aston Martin'],
  [8, 37, 'Haas'],
  [9, 35, 'AlphaTauri'],
  [10, 8, 'Williams'],
]
