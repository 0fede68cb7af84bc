/**
 * People also call a track, or the place where it lies, by these names; its country has an ISO 3166-1 code.
 */
interface TrackPlace {
  readonly country: string
  readonly places: readonly string[]
}

const places = (country: string, names = ''): TrackPlace => ({
  country,
  places: names.split(',').filter((name) => name !== ''),
})

export const TRACK_PLACES: Readonly<Record<number, TrackPlace>> = {
  0: places('AU', 'Albert Park'),
  1: places('FR', 'Le Castellet'),
  2: places('CN', 'Schanghai'),
  3: places('BH'),
  4: places('ES', 'Barcelona,Montmeló,Katalonien'),
  5: places('MC', 'Monte Carlo'),
  6: places('CA', 'Gilles Villeneuve'),
  7: places('GB'),
  8: places('DE', 'Hockenheimring'),
  9: places('HU', 'Budapest'),
  10: places('BE', 'Spa-Francorchamps,Francorchamps'),
  11: places('IT'),
  12: places('SG', 'Marina Bay'),
  13: places('JP'),
  14: places('AE', 'Yas Marina,Abu Dabi'),
  15: places('US', 'Austin,COTA,Americas'),
  16: places('BR', 'Interlagos,São Paulo'),
  17: places('AT', 'Red Bull Ring,Spielberg'),
  18: places('RU', 'Sotschi'),
  19: places('MX', 'Mexico City,Mexiko-Stadt,Hermanos Rodríguez'),
  20: places('AZ'),
  21: places('BH', 'Bahrain Short,Sakhir Outer,Bahrain Outer'),
  22: places('GB'),
  23: places('US', 'Austin Short,COTA Short'),
  24: places('JP'),
  25: places('VN'),
  26: places('NL'),
  27: places('IT', 'Emilia-Romagna,Enzo Dino Ferrari'),
  28: places('PT', 'Algarve'),
  29: places('SA', 'Dschidda,Corniche'),
  30: places('US', 'Florida'),
  31: places('US', 'Vegas,Nevada,Las Vegas Strip'),
  32: places('QA', 'Lusail'),
  39: places('GB', 'Silverstone Reverse'),
  40: places('AT', 'Austria Reverse'),
  41: places('NL', 'Zandvoort Reverse'),
  42: places('ES', 'Madring'),
}

/** A search finds tracks by these words: countries and their adjectives, in English and German. */
export const COUNTRY_WORDS: Readonly<Record<string, readonly string[]>> = {
  AE: ['United Arab Emirates', 'UAE', 'Vereinigte Arabische Emirate', 'VAE'],
  AT: ['Austria', 'Austrian', 'Österreich'],
  AU: ['Australia', 'Australian', 'Australien'],
  AZ: ['Azerbaijan', 'Aserbaidschan'],
  BE: ['Belgium', 'Belgian', 'Belgien'],
  BH: ['Bahrain'],
  BR: ['Brazil', 'Brazilian', 'Brasilien'],
  CA: ['Canada', 'Canadian', 'Kanada'],
  CN: ['China', 'Chinese'],
  DE: ['Germany', 'German', 'Deutschland'],
  ES: ['Spain', 'Spanish', 'Spanien'],
  FR: ['France', 'French', 'Frankreich'],
  GB: [
    'Great Britain',
    'United Kingdom',
    'UK',
    'British',
    'Britain',
    'England',
    'Großbritannien',
    'Grossbritannien',
  ],
  HU: ['Hungary', 'Hungarian', 'Ungarn'],
  IT: ['Italy', 'Italian', 'Italien'],
  JP: ['Japan', 'Japanese'],
  MC: ['Monaco'],
  MX: ['Mexico', 'Mexican', 'Mexiko'],
  NL: ['Netherlands', 'Dutch', 'Niederlande', 'Holland'],
  PT: ['Portugal', 'Portuguese'],
  QA: ['Qatar', 'Katar'],
  RU: ['Russia', 'Russian', 'Russland'],
  SA: ['Saudi Arabia', 'Saudi-Arabien'],
  SG: ['Singapore', 'Singapur'],
  US: ['United States', 'USA', 'American', 'Vereinigte Staaten'],
  VN: ['Vietnam'],
}
