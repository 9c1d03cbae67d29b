import type { ExportedTable } from './export-kind'
import type { Format, ParsedRecord } from './record-format'
import type { Row } from './export-kind'

export interface FolderMap {
  from: string
  to: string
}

/** Replaces the beginning of absolute paths. If several folders match, the longest one applies. */
export function mapFolders(format: Format, record: ParsedRecord, maps: readonly FolderMap[]) {
  mapRow(format.kind, record.row, maps)
  for (const [index, { of }] of format.nested.entries()) {
    for (const row of record.nested[index]!) mapRow(of, row, maps)
  }
}

function mapRow({ folders = [] }: ExportedTable, row: Row, maps: readonly FolderMap[]) {
  for (const column of folders) {
    const path = row[column]
    if (typeof path === 'string') row[column] = mapFolder(path, maps)
  }
}

function mapFolder(path: string, maps: readonly FolderMap[]): string {
  const [best] = maps
    .filter(({ from }) => path === from || path.startsWith(`${from}/`))
    .toSorted((one, other) => other.from.length - one.from.length)
  return best ? best.to + path.slice(best.from.length) : path
}
