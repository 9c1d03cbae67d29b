/** Source priority: user edits, providers, other programs, files, path. */
export const edited = 'edited'

/** Values that were imported from another program: `plugin:import-<name>`. */
const importedPrefix = 'plugin:import-'

/** Stands for all files, because they have the same rank. */
export const fileRank = 'comicinfo'

/** `providers` is sorted, most trusted first. Unlisted providers rank below the listed ones. */
export function getSourceRank(
  source: string | undefined,
  providers: readonly string[] = [],
): number {
  if (source === undefined) return 0
  if (source === 'path') return 1
  if (source === edited) return 4
  if (!source.startsWith('plugin:')) return 2
  if (source.startsWith(importedPrefix)) return 2.5
  const place = providers.indexOf(source)
  return place === -1 ? 3 : 4 - (place + 1) / (providers.length + 1)
}

export const findBestSource = (sources: readonly string[]) =>
  sources.toSorted((a, b) => getSourceRank(b) - getSourceRank(a))[0]
