import { getFormatLocale } from './format-locale'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns text such as `2.1 GB`, in steps of 1,000 as in file managers. */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  )
  return new Intl.NumberFormat(getFormatLocale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short form of bytes has no plural in English: "5 byte".
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1_000 ** step)
}
