const MEGABYTE = 2 ** 20
const GIGABYTE = 2 ** 30

/** Writes a size as the locale does: in megabytes, from one gigabyte on in gigabytes. */
export function formatBytes(bytes: number, locale: string): string {
  const isLarge = bytes >= GIGABYTE
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? GIGABYTE : MEGABYTE))
}
