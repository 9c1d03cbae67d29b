/** Values in the formats that Komga clients parse. */

/** Omits fractional seconds, because one client does not accept them. */
export const formatInstant = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Formats a size such as `12.3 MiB`. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
