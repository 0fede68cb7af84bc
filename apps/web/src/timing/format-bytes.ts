const MEGABYTE = 2 ** 20
const GIGABYTE = 2 ** 30

/** A size as the locale writes it: megabytes, from one gigabyte on gigabytes. */
export function formatBytes(bytes: number, locale: string): string {
  const isLarge = bytes >= GIGABYTE
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? GIGABYTE : MEGABYTE))
}
